import { expect } from 'vitest'
import type { Parameter } from '#contract/parameters/calls.ts'
import type { ParameterId } from '#contract/parameters/declared.ts'
import { addDeclaredParameters } from '#server/modules/parameters/steps.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { test as base, type World } from '#tests/support/server.ts'
import { blankSheet, filledSheet, sendSheet } from '#tests/support/sheets.ts'

const test = base.extend<{ declared: undefined }>({
  declared: [
    async ({ server, as }, use) => {
      await addDeclaredParameters(server.app.database.db, new Date(0))
      await as('ops').session.prove({ proof: demoPassword })
      await use(undefined)
    },
    { auto: true },
  ],
})
type As = Pick<World, 'as'>
const find = ({ as }: As, code: ParameterId | (string & {})): Promise<Parameter> =>
  as('admin').parameters.find({ code })

test('a sheet changes what differs, all of it or nothing', async ({ as, raw, server, tokenOf }) => {
  const sheet = await blankSheet({ server, tokenOf }, '/sys/config/template')
  const asIs = await sendSheet({ raw }, 'POST /sys/config/batch/edit', sheet)
  expect(asIs).toMatchObject({ code: 200, data: { changed: 0 } })
  const wrong = sheet
    .replace(/approval\.validDays(.*),14,/, 'approval.validDays$1,20,longer')
    .replace(/payment\.linkHours(.*),24,/, 'payment.linkHours$1,9000,longer')

  const refused = await sendSheet({ raw }, 'POST /sys/config/batch/edit', wrong)

  expect(refused).toMatchObject({ code: 400, fault: 'invalid' })
  expect(JSON.stringify(refused.fields)).toContain('1 – 720')
  expect(await find({ as }, 'approval.validDays')).toMatchObject({ value: '14' })
  const right = sheet.replace(/approval\.validDays(.*),14,/, 'approval.validDays$1,20,longer')
  expect(await sendSheet({ raw }, 'POST /sys/config/batch/edit', right)).toMatchObject({ data: { changed: 1 } })
  expect(await find({ as }, 'approval.validDays')).toMatchObject({ value: '20', remark: 'longer' })
  const { rows } = await server.app.database.query(
    `select before, after from audit where command = 'parameters.editSheet' and outcome = 'done' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ before: { 'approval.validDays': '14' }, after: { 'approval.validDays': '20' } }])
})

test('a sheet adds parameters, all of them or none, and names every wrong cell', async ({
  as,
  raw,
  server,
  tokenOf,
}) => {
  const [first, head] = (await blankSheet({ server, tokenOf }, '/sys/config/template')).split('\n')
  const blank = `${first}\n${head}\n`
  const line = { number: '901', code: 'a.one', name: 'One', type: 'number', value: '1', remark: 'r' }

  const refused = await sendSheet(
    { raw },
    'POST /sys/config/batch/add',
    filledSheet(blank, [
      line,
      { ...line, number: '902', code: 'a.two', value: 'two' },
      { ...line, number: '903', code: 'Bad Code' },
      { ...line, number: '1', code: 'a.four' },
      { ...line, number: '' },
    ]),
  )

  const named = refused.fields!.map((one) => (one as { field: string }).field)
  expect(named).toEqual(expect.arrayContaining(['4.value', '5.code', '6.number', '7.number', '7.code']))
  await expect(find({ as }, 'a.one')).rejects.toMatchObject({ fault: 'not_found' })
  const right = filledSheet(blank, [line, { ...line, number: '902', code: 'a.two', type: 'switch', value: 'no' }])
  expect(await sendSheet({ raw }, 'POST /sys/config/batch/add', right)).toMatchObject({ data: { added: 2 } })
  expect(await find({ as }, 'a.two')).toMatchObject({ value: 'no', kind: 'switch' })
  const { rows } = await as('admin').audit.list({ q: 'command:parameters.addSheet outcome:done' })
  expect(rows).toMatchObject([{ actor: 'Operations', changes: 'Added: 2 (a.one, a.two)' }])
})

test('a sheet with a secret adds it, and no log has it', async ({ as, raw, server, tokenOf }) => {
  const [first, head] = (await blankSheet({ server, tokenOf }, '/sys/config/template')).split('\n')
  const line = { number: '901', code: 'bureau.key', name: 'Key', type: 'secret', value: 'k-of-sheet', remark: 'r' }

  await sendSheet({ raw }, 'POST /sys/config/batch/add', filledSheet(`${first}\n${head}\n`, [line]))
  const sheet = await blankSheet({ server, tokenOf }, '/sys/config/template')
  const edited = sheet.replace(/bureau\.key,Key,secret,,r/, 'bureau.key,Key,secret,k-changed,leaked')
  expect(await sendSheet({ raw }, 'POST /sys/config/batch/edit', edited)).toMatchObject({ data: { changed: 1 } })

  const { rows } = await server.app.database.query(`select string_agg(audit::text, ' ') as all from audit`)
  expect(rows[0]!.all).not.toMatch(/k-of-sheet|k-changed/)
  const [told] = (await as('admin').audit.list({ q: 'command:parameters.editSheet outcome:done' })).rows
  expect(told).toMatchObject({ actor: 'Operations' })
  expect((await as('admin').parameters.history({ id: 'bureau.key' as never })).changes).toMatchObject([
    { before: '•••', value: '•••', remark: 'leaked' },
  ])
})
