import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { stagedFor } from '#server/modules/imports/staged-files.ts'
import { counted, customersCsv, type LoanLine, loansCsv, test } from './support.ts'

const loans = loansCsv([{}, { customerId: 'ben' }, { amount: '' }])
const customers = customersCsv([{}, { bank: 'Axis' }])

/** Files of calls that this process still has on disk. */
const kept = () =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith(`lendline-uploads-${process.pid}-`))
    .flatMap((name) => readdirSync(join(tmpdir(), name)))

test('an upload tells what its files look like, and loads nothing', async ({ calls, server }) => {
  const { import: uploaded, files, mapping } = await calls().upload({ loans, customers })

  expect(uploaded).toMatchObject({ state: 'uploaded', files: 'loans.csv, customers.csv', lines: 3, loaded: 0 })
  expect(files.map(({ file, lines, separator }) => [file, lines, separator])).toEqual([
    ['loans', 3, 'comma'],
    ['customers', 2, 'comma'],
  ])
  expect(files[0]!.headings).toContain('systemloanid')
  expect(mapping).toMatchObject({
    book: 'superlender',
    loans: { amount: 'loanamount' },
    customers: { bank: 'bank_name_clients' },
  })
  expect(await counted(server)).toMatchObject({ loans: 0, customers: 0 })
})

test('an inspection shows facts about orders as they are, and of everything else the shape only', async ({ calls }) => {
  const { files } = await calls().upload({ loans, customers })

  expect(files[0]!.rows[0]).toContain('10000.00')
  expect(files[1]!.rows[0]).toEqual(['xxxx', '9999-99-99', 'xxxx', 'xxxxxxxxx', 'xxxxxxxx'])
})

test('an import that was started loads everything by itself, and tells what it came to', async ({ as, calls }) => {
  const ops = calls()
  const { import: uploaded, mapping } = await ops.upload({ loans, customers })

  const started = await ops.start(uploaded.id, mapping)

  expect(started).toMatchObject({ code: 200, data: { state: 'running', step: 'checking' } })
  const ended = await ops.ended(uploaded.id)
  expect(ended).toMatchObject({ state: 'finished', step: null, lines: 3, done: 3, loaded: 2, known: 0, refused: 1 })
  const { rows } = await as('ops').loans.applications({ q: '' })
  expect(rows.map(({ state, app, product }) => [state, app, product.id])).toEqual([
    [40, 'superlender', 'imported'],
    [40, 'superlender', 'imported'],
  ])
})

test('loading takes a step-up: a whole book is on the way', async ({ calls, server }) => {
  const ops = calls()
  const { import: uploaded, mapping } = await ops.upload({ loans, customers })

  expect(await ops.startUnproved(uploaded.id, mapping)).toMatchObject({ fault: 'step_up_needed' })
  expect(await ops.get(uploaded.id)).toMatchObject({ state: 'uploaded' })
  expect(await counted(server)).toMatchObject({ loans: 0 })
})

test('the report tells every line that was not loaded in the words of its reader', async ({ calls }) => {
  const ops = calls()
  const { import: uploaded, mapping } = await ops.upload({ loans, customers })
  await ops.start(uploaded.id, mapping)
  await ops.ended(uploaded.id)

  const english = await ops.report(uploaded.id)
  const chinese = await ops.report(uploaded.id, 'zh')

  expect(english.replace('\uFEFF', '').trim().split('\n')).toEqual([
    'File,Line,Field,Reason,What is there',
    'customers,3,Customer id (customerid),Appears further up in this file; the first line counts,anna',
    'loans,4,Amount (loanamount),Blank,',
  ])
  expect(chinese).toContain('借款,4,借款金额 (loanamount),空白')
})

test('one’s imports are listed, newest first, with reports that stay; nobody sees somebody else’s', async ({
  calls,
  raw,
  server,
}) => {
  const ops = calls()
  const first = await ops.upload({ loans: loansCsv([{}, { amount: '' }]) })
  await ops.start(first.import.id, first.mapping)
  await ops.ended(first.import.id)
  const second = await ops.upload({ loans: loansCsv([{}]) })
  await server.app.database.query(
    `update imports set created_at = created_at - interval '1 day' where id = '${first.import.id}'`,
  )

  const mine = await raw('GET /imports', { who: 'ops' })
  const others = await raw('GET /imports', { who: 'manager' })

  expect(mine.data).toMatchObject({
    imports: [
      { id: second.import.id, state: 'uploaded' },
      { id: first.import.id, state: 'finished', loaded: 1, refused: 1 },
    ],
  })
  expect(others).toMatchObject({ data: { imports: [] } })
  expect(await ops.report(first.import.id)).toMatch(/loans,3,Amount/)
})

test('what stands in a file cannot become a formula in its report', async ({ calls }) => {
  const ops = calls()
  const { import: uploaded, mapping } = await ops.upload({ loans: loansCsv([{ amount: '=1+1' }]) })
  await ops.start(uploaded.id, mapping)
  await ops.ended(uploaded.id)

  expect(await ops.report(uploaded.id)).toContain("'=1+1")
})

test('nobody sees, starts or reads the report of somebody else’s import', async ({ calls }) => {
  const { import: uploaded, mapping } = await calls('ops').upload({ loans })
  const others = calls('manager')

  expect(await others.tryGet(uploaded.id)).toMatchObject({ fault: 'not_found' })
  expect(await others.start(uploaded.id, mapping)).toMatchObject({ fault: 'not_found' })
  expect(JSON.parse(await others.report(uploaded.id))).toMatchObject({ fault: 'not_found' })
})

test('without the right to request something about applications there is no import', async ({ calls }) => {
  const { import: uploaded, mapping } = await calls('ops').upload({ loans })
  const service = calls('cs')

  expect(await service.tryUpload({ loans })).toMatchObject({ code: 403 })
  expect(await service.start(uploaded.id, mapping)).toMatchObject({ code: 403 })
  expect(await service.tryGet(uploaded.id)).toMatchObject({ code: 403 })
})

test('an import is started once', async ({ calls, server }) => {
  const ops = calls()
  const { import: uploaded, mapping } = await ops.upload({ loans })
  await ops.start(uploaded.id, mapping)

  expect(await ops.start(uploaded.id, mapping)).toMatchObject({ fault: 'import_started' })
  expect(stagedFor(uploaded.id)).toBeUndefined()
  await ops.ended(uploaded.id)
  expect(await counted(server)).toMatchObject({ loans: 2 })
})

test('a start that is repeated under its key answers the same, and one without a key is refused', async ({ calls }) => {
  const ops = calls()
  const { import: uploaded, mapping } = await ops.upload({ loans })

  expect(await ops.start(uploaded.id, mapping, { 'idempotency-key': '' })).toMatchObject({
    fault: 'idempotency_missing',
  })
  const key = { 'idempotency-key': 'once' }
  const first = await ops.start(uploaded.id, mapping, key)
  const second = await ops.start(uploaded.id, mapping, key)

  expect(second).toMatchObject({ code: 200, data: { id: uploaded.id } })
  expect(first.code).toBe(200)
  await ops.ended(uploaded.id)
})

test('a rehearsal changes nothing and keeps nothing', async ({ calls }) => {
  const ops = calls()
  const before = kept().length
  const rehearsed = await ops.tryUpload({ loans }, { 'x-rehearse': '1' })

  expect(rehearsed).toMatchObject({ code: 200 })
  expect(kept()).toHaveLength(before)

  const { import: uploaded, mapping } = await ops.upload({ loans })
  await ops.start(uploaded.id, mapping, { 'x-rehearse': '1' })

  expect(await ops.get(uploaded.id)).toMatchObject({ state: 'uploaded' })
  await ops.start(uploaded.id, mapping)
  expect(await ops.ended(uploaded.id)).toMatchObject({ state: 'finished' })
})

test('of uploads that were never started only the newest of each person waits', async ({ calls }) => {
  const ops = calls()
  const before = kept().length
  const { import: first, mapping } = await ops.upload({ loans })
  const { import: second } = await ops.upload({ loans })

  expect(kept()).toHaveLength(before + 1)
  expect(await ops.start(first.id, mapping)).toMatchObject({ fault: 'import_file_gone' })
  expect(await ops.start(second.id, mapping)).toMatchObject({ code: 200 })
  await ops.ended(second.id)
})

test('no file of an import is left once it has ended', async ({ calls }) => {
  const ops = calls()
  const before = kept().length
  const { import: uploaded, mapping } = await ops.upload({ loans })
  expect(kept()).toHaveLength(before + 1)

  await ops.start(uploaded.id, mapping)
  await ops.ended(uploaded.id)

  expect(kept()).toHaveLength(before)
})

test('the audit log tells who started an import, and what it came to', async ({ as, calls }) => {
  const ops = calls()
  const lines: LoanLine[] = [{}, { amount: '' }]
  const { import: uploaded, mapping } = await ops.upload({ loans: loansCsv(lines) })
  await ops.start(uploaded.id, mapping)
  await ops.ended(uploaded.id)

  const { rows } = await as('admin').audit.list({ q: `objectId:${uploaded.id} sort:at` })

  expect(rows.map(({ command, actor, outcome }) => [command, actor, outcome])).toEqual([
    ['imports.upload', 'Operations', 'done'],
    ['imports.start', 'Operations', 'done'],
    ['imports.run', 'Operations', 'done'],
  ])
})
