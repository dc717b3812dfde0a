import { asc } from 'drizzle-orm'
import { expect } from 'vitest'
import { customerRows } from '#server/modules/customers/store.ts'
import { endInterruptedImports } from '#server/modules/imports/background.ts'
import { addImport } from '#server/modules/imports/steps.ts'
import { importRows } from '#server/modules/imports/store.ts'
import { runImport } from '#server/modules/imports/worker.ts'
import { brokenOff } from '#tests/support/many.ts'
import { counted, imported, loansCsv, maker, named, opened, test } from './support.ts'

const loans = loansCsv([{}])

test('an import whose process is gone counts as failed when a server starts, and says that nothing was loaded', async ({
  calls,
  server,
}) => {
  const ops = calls()
  const { import: uploaded } = await ops.upload({ loans })
  await server.app.database.db.update(importRows).set({ state: 'running' })

  await endInterruptedImports(server.app)

  const failed = await ops.get(uploaded.id)
  expect(failed).toMatchObject({ state: 'failed', failure: { fault: 'import_interrupted' }, loaded: 0 })
  expect(failed.finishedAt).not.toBeNull()
})

test('only what is running can be interrupted', async ({ calls, server }) => {
  const ops = calls()
  const { import: waiting } = await ops.upload({ loans })
  const { import: finished, mapping } = await calls('manager').upload({ loans })
  await calls('manager').start(finished.id, named(mapping))
  await calls('manager').ended(finished.id)

  await endInterruptedImports(server.app)

  expect(await ops.get(waiting.id)).toMatchObject({ state: 'uploaded' })
  expect(await calls('manager').get(finished.id)).toMatchObject({ state: 'finished' })
})

test('an import under way in this process is not interrupted by a look for others', async ({ calls, server }) => {
  const ops = calls()
  const { import: uploaded, mapping } = await ops.upload({ loans })

  await ops.start(uploaded.id, named(mapping))
  await endInterruptedImports(server.app)

  expect(await ops.ended(uploaded.id)).toMatchObject({ state: 'finished', loaded: 1 })
})

test('an import that counts as failed by the time it would load loads nothing', async ({ server }) => {
  const { app } = server
  const { db } = app.database
  const book = await opened({ loans })
  const { id } = await addImport(db, { files: book, mapping: book.mapping, state: 'running', maker }, app)
  await db.update(importRows).set({ state: 'failed', fault: { fault: 'import_interrupted' } })

  const late = runImport({ id, book, maker, requestId: id }, app, () => {})

  await expect(late).rejects.toMatchObject({ fault: 'import_interrupted' })
  expect(await counted(server)).toMatchObject({ loans: 0, customers: 0 })
})

test('an import ends at its next chunk once its server is to stop, and says so; loaded again, the rest comes in', async ({
  server,
}) => {
  const { app } = server
  const lines = Array.from({ length: 50 }, (_, i) => ({ loanId: String(1001 + i) }))
  const book = await opened({ loans: loansCsv(lines) })
  const { id } = await addImport(app.database.db, { files: book, mapping: book.mapping, state: 'running', maker }, app)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const pace = { size: () => 10, rest: async () => {} }

  const loading = runImport(
    { id, book, maker, requestId: id, pace },
    { ...app, stopping: stopping.signal },
    (_, done) => void (done >= 10 && stop()),
  )

  await expect(loading).rejects.toMatchObject({ fault: 'import_interrupted' })
  expect(await app.database.db.select().from(importRows)).toMatchObject([
    { state: 'failed', fault: { fault: 'import_interrupted' }, loaded: 10 },
  ])
  const { outcome } = await imported(server, { loans: loansCsv(lines) })
  expect(outcome.loans).toMatchObject({ loaded: 40, known: 10 })
})

test('a chunk that somebody held a row of is loaded after it; one that always finds it held stays out', async ({
  server,
}) => {
  const { database } = server.app
  const held = "raise exception 'held' using errcode = '55P03'"
  await imported(server, { loans: loansCsv([{}, { customerId: 'ben' }]) })
  const [anna, ben] = await database.db
    .select({ id: customerRows.id })
    .from(customerRows)
    .orderBy(asc(customerRows.externalId))
  await brokenOff(database, held, { [anna!.id]: 2, [ben!.id]: 9 }, 'customers')

  const { outcome } = await imported(server, { loans: loansCsv([{ loanId: '2001' }]) })
  const always = imported(server, { loans: loansCsv([{ loanId: '3001', customerId: 'ben' }]) })

  expect(outcome).toMatchObject({ loans: { loaded: 1 }, nameless: 0 })
  await expect(always).rejects.toMatchObject({ fault: 'busy' })
  expect(await counted(server)).toMatchObject({ loans: 3, customers: 2 })
})
