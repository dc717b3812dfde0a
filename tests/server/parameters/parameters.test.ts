import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Parameter } from '#contract/parameters/calls.ts'
import { type ParameterId, parameterIds } from '#contract/parameters/declared.ts'
import { addDeclaredParameters, parameter } from '#server/modules/parameters/steps.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { test as base, type World } from '#tests/support/server.ts'
import { blankSheet, sendSheet } from '#tests/support/sheets.ts'

const test = base.extend<{ declared: undefined }>({
  declared: [
    async ({ server, as }, use) => {
      await addDeclaredParameters(server.app.database.db, new Date(0))
      await as('admin').session.prove({ proof: demoPassword })
      await as('ops').session.prove({ proof: demoPassword })
      await use(undefined)
    },
    { auto: true },
  ],
})
type As = Pick<World, 'as'>
const find = ({ as }: As, code: ParameterId | (string & {})): Promise<Parameter> =>
  as('admin').parameters.find({ code })
const set = async (world: As, code: ParameterId | (string & {}), value: string, remark = 'as decided') => {
  const { id, version } = await find(world, code)
  return world.as('ops').parameters.edit({ id, version, value, remark })
}
const added = {
  ...{
    number: 901,
    id: 'collection.callsPerDay',
    name: 'Calls a day',
    kind: 'number' as const,
    value: '3',
    remark: 'law',
  },
}

test('every parameter that code reads is listed with what it changes, its range and its default', async ({ as }) => {
  const { rows } = await as('admin').parameters.list({ q: '', size: 500 })

  expect(rows.map(({ id }) => id)).toEqual([...parameterIds])
  expect(rows[0]).toMatchObject({
    ...{ id: 'disburse.attemptsMax', name: 'Payout attempts', kind: 'number', value: '5', byDefault: '5' },
    ...{ range: '1 – 20', isSet: false, state: 'enabled' },
  })
  for (const { name, changes } of rows) {
    expect(name).not.toMatch(/^parameters\./)
    expect(changes).not.toMatch(/^parameters\./)
  }
  expect((await as('admin', { language: 'zh' }).parameters.find({ code: 'approval.validDays' })).name).toBe(
    '审批有效期',
  )
})

test('what is set is read by the next call, and taken back it has its default', async ({ as, server, clock }) => {
  const { db, query } = server.app.database
  await query(`update parameters set value = 'false' where id = 'parameters.fourEyes'`)

  const changed = await set({ as }, 'disburse.similarityPpm', '75.5%')

  expect(changed).toMatchObject({ value: '75.5%', isSet: true, remark: 'as decided', changedBy: 'Operations' })
  expect(Date.parse(changed.changedAt!)).toBe(clock.now().getTime())
  expect(await parameter(db, 'disburse.similarityPpm')).toBe(755_000)
  const reset = await as('ops').parameters.reset({ id: changed.id, version: changed.version, remark: 'too low' })
  expect(reset).toMatchObject({ value: '80%', isSet: false })
  expect(await parameter(db, 'disburse.similarityPpm')).toBe(800_000)
  const again = { id: reset.id, version: reset.version, remark: 'again' }
  await expect(as('ops').parameters.reset(again)).rejects.toMatchObject({ fault: 'not_set' })
})

test('one that is disabled has its default until it is enabled again', async ({ as, server }) => {
  const { id, version } = await set({ as }, 'approval.validDays', '30')

  const off = await as('admin').parameters.setState({ id, version, state: 'disabled', remark: 'for now' })

  expect(await parameter(server.app.database.db, 'approval.validDays')).toBe(14)
  await as('admin').parameters.setState({ id, version: off.version, state: 'enabled', remark: 'again' })
  expect(await parameter(server.app.database.db, 'approval.validDays')).toBe(30)
})

test.for([
  ['disburse.attemptsMax', '21', 'value_out_of_range'],
  ['disburse.attemptsMax', '0', 'value_out_of_range'],
  ['disburse.attemptsMax', 'five', 'not_a_value'],
  ['disburse.similarityPpm', '101%', 'value_out_of_range'],
  ['stepUp.aboveMinor', '1.234', 'not_a_value'],
  ['products.fourEyes', 'perhaps', 'not_a_value'],
  ['reduction.limits', 'BOSS=10%', 'unknown_role_mark'],
  ['reduction.limits', 'MGR', 'not_a_value'],
  ['reduction.limits', 'MGR=101%', 'value_out_of_range'],
  ['messages.channels', 'sms, pigeon', 'value_out_of_range'],
  ['messages.channels', 'sms, sms', 'value_out_of_range'],
  ['messages.channels', '', 'value_out_of_range'],
  ['quality.passCode', 'Q999', 'value_out_of_range'],
  ['payment.linkHours', '721', 'value_out_of_range'],
] as const)('%s is not set to “%s”: %s', async ([code, value, fault], { as }) => {
  const before = await find({ as }, code)

  await expect(set({ as }, code, value)).rejects.toMatchObject({ code: 400, fault, fields: [{ field: 'value' }] })
  expect(await find({ as }, code)).toEqual(before)
})

test('one is added beside the declared ones, typed; a secret is written and never read', async ({ as, server }) => {
  await as('ops').parameters.add(added)
  const secret = {
    ...added,
    number: 902,
    id: 'bureau.apiKey',
    name: 'Key',
    kind: 'secret' as const,
    value: 'k-123-secret',
  }
  await as('ops').parameters.add(secret)

  expect(await find({ as }, 'collection.callsPerDay')).toMatchObject({
    value: '3',
    kind: 'number',
    range: 'Any whole number',
  })
  expect(await find({ as }, 'bureau.apiKey')).toMatchObject({ value: '•••', kind: 'secret' })
  const { query } = server.app.database
  const stored = (await query(`select value::text as value from parameters where id = 'bureau.apiKey'`)).rows[0]!.value
  expect(stored).not.toContain('k-123-secret')
  expect((await query(`select string_agg(audit::text, ' ') as all from audit`)).rows[0]!.all).not.toContain('k-123')
  await expect(as('ops').parameters.add(added)).rejects.toMatchObject({ fault: 'known_already' })
  await expect(as('ops').parameters.add({ ...added, id: 'approval.validDays' })).rejects.toMatchObject({
    fault: 'known_already',
  })
  await expect(as('ops').parameters.add({ ...added, id: 'a.b', value: 'three' })).rejects.toMatchObject({
    fault: 'not_a_value',
  })
  await expect(as('ops').parameters.add({ ...added, id: 'a.b' })).rejects.toMatchObject({
    ...{ fault: 'number_taken', fields: [{ field: 'number' }] },
  })
})

test.for([
  ['text', 'two\nlines', 'At most 500 characters, on one line'],
  ['list', 'a, a', 'At most 100 values, each once and of at most 60 characters'],
  ['days', '3651', '0 – 3650'],
  ['amount', '-1', '≥ 0'],
] as const)('a %s that is added as %j is refused at its value: %s', async ([kind, value, range], { as }) => {
  const refused = as('ops').parameters.add({ ...added, id: 'a.ranged', kind, value })

  await expect(refused).rejects.toMatchObject({
    ...{ fault: 'value_out_of_range', values: { range }, fields: [{ field: 'value' }] },
  })
})

test.for(['number', 'id', 'name', 'value', 'kind'] as const)(
  '%s is required of one that is added',
  async (field, { as }) => {
    const refused = as('ops').parameters.add({ ...added, [field]: '' } as never)

    await expect(refused).rejects.toMatchObject({ fault: 'invalid', fields: [{ field }] })
  },
)

test('the business opens before it closes, whichever is set, one by one or by a sheet; both move together', async ({
  as,
  raw,
  server,
  tokenOf,
}) => {
  const reversed = { code: 400, fault: 'office_hours_reversed' }
  await expect(set({ as }, 'office.opensAt', '19')).rejects.toMatchObject(reversed)
  await expect(set({ as }, 'office.closesAt', '9')).rejects.toMatchObject(reversed)
  const sheet = await blankSheet({ server, tokenOf }, '/sys/config/template')
  const opensAt = (hour: string) => sheet.replace(/office\.opensAt(.*),9,/, `office.opensAt$1,${hour},moved`)

  const refused = await sendSheet({ raw }, 'POST /sys/config/batch/edit', opensAt('20'))
  const both = opensAt('20').replace(/office\.closesAt(.*),19,/, 'office.closesAt$1,22,moved')

  expect(refused.fields).toMatchObject([{ field: expect.stringMatching(/^\d+\.value$/) }])
  expect(await find({ as }, 'office.opensAt')).toMatchObject({ value: '9' })
  expect(await sendSheet({ raw }, 'POST /sys/config/batch/edit', both)).toMatchObject({ data: { changed: 2 } })
  expect(await find({ as }, 'office.opensAt')).toMatchObject({ value: '20' })
})

test('who may only look sets nothing; who saves without a proof is asked for one', async ({ as, server }) => {
  const { id, version } = await find({ as }, 'approval.validDays')
  const change = { id, version, value: '20', remark: 'longer' }

  await expect(as('manager').parameters.edit(change)).rejects.toMatchObject({ code: 403 })
  await expect(
    as('ops').parameters.setState({ id, version, state: 'disabled', remark: 'for now' }),
  ).rejects.toMatchObject({ code: 403 })
  await server.app.database.query('update sessions set proven_at = null')
  await expect(as('ops').parameters.edit(change)).rejects.toMatchObject({ fault: 'step_up_needed' })
  expect(id satisfies IdOf<'parameter'>).toBe('approval.validDays')
})

test('what a parameter was is told, with who and why, and it is rolled back to it', async ({ as }) => {
  await set({ as }, 'approval.validDays', '20', 'longer')
  const { id, version } = await set({ as }, 'approval.validDays', '30', 'longer still')

  const back = await as('ops').parameters.rollBack({ id, version, remark: 'too long' })

  expect(back).toMatchObject({ value: '20', remark: 'too long' })
  expect((await as('manager').parameters.history({ id })).changes).toMatchObject([
    { before: '30', value: '20', remark: 'too long', changedBy: 'Operations' },
    { before: '20', value: '30', remark: 'longer still' },
    { before: '14', value: '20', remark: 'longer' },
  ])
  const untouched = await find({ as }, 'payment.linkHours')
  const never = as('ops').parameters.rollBack({ id: untouched.id, version: untouched.version, remark: 'x' })
  await expect(never).rejects.toMatchObject({ fault: 'never_changed' })
  const { id: capped } = await find({ as }, 'disburse.attemptsMax')
  await expect(as('cs').parameters.history({ id: capped })).rejects.toMatchObject({ code: 403 })
})

test('the history tells why a sheet set a value, why one was disabled, and that a secret was written, never which', async ({
  as,
  raw,
  server,
  tokenOf,
}) => {
  const sheet = await blankSheet({ server, tokenOf }, '/sys/config/template')
  const longer = sheet.replace(/approval\.validDays(.*),14,/, 'approval.validDays$1,20,by the sheet')
  await sendSheet({ raw }, 'POST /sys/config/batch/edit', longer)
  const { id, version } = await find({ as }, 'approval.validDays')
  await as('admin').parameters.setState({ id, version, state: 'disabled', remark: 'for the audit' })
  await as('ops').parameters.add({ ...added, id: 'bureau.token', kind: 'secret', value: 'k-first' })
  const secret = await set({ as }, 'bureau.token', 'k-second', 'leaked')

  expect((await as('manager').parameters.history({ id })).changes).toMatchObject([
    { before: 'Enabled', value: 'Disabled', remark: 'for the audit', changedBy: 'Administrator' },
    { before: '14', value: '20', remark: 'by the sheet' },
  ])
  const { changes } = await as('manager', { language: 'ja' }).parameters.history({ id })
  expect(changes[0]!.value).not.toBe('Disabled')
  expect((await as('manager').parameters.history({ id: secret.id })).changes).toMatchObject([
    { before: '•••', value: '•••', remark: 'leaked' },
  ])
  const { version: now } = await find({ as }, 'approval.validDays')
  expect(await as('ops').parameters.rollBack({ id, version: now, remark: 'back' })).toMatchObject({ value: '14' })
})

test('nobody disables a parameter without saying why', async ({ as }) => {
  const { id, version } = await find({ as }, 'approval.validDays')

  const silent = as('admin').parameters.setState({ id, version, state: 'disabled', remark: ' ' })

  await expect(silent).rejects.toMatchObject({ fault: 'invalid', fields: [{ field: 'remark' }] })
})
