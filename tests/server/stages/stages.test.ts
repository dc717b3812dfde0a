import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Stage } from '#contract/stages.ts'
import { test, type World } from '#tests/support/server.ts'

const id = (code: string) => code as IdOf<'stage'>
const details = { addressBookVisible: false, rollPolicy: 'reallocate', capacity: null } as const
const s4 = { code: 'S4', name: 'Late', firstDay: 91, lastDay: 120, ...details }

const listed = async ({ as }: Pick<World, 'as'>): Promise<readonly Stage[]> =>
  (await as('admin').stages.list({ q: '' })).rows
/** Days of every stage, as people say them. */
const days = async (world: Pick<World, 'as'>): Promise<string> =>
  (await listed(world)).map((one) => `${one.id} ${one.firstDay}–${one.lastDay ?? ''}`).join(', ')
/** What an edit of a stage is made of, with its present values. */
async function editOf(world: Pick<World, 'as'>, code: string) {
  const { version, name, firstDay, lastDay, addressBookVisible, rollPolicy, capacity } = (await listed(world)).find(
    (one) => one.id === code,
  )!
  return { id: id(code), version, name, firstDay, lastDay, addressBookVisible, rollPolicy, capacity }
}

const asInstalled = 'T0 0–0, T1 1–1, T2 2–2, S1 3–7, S2 8–15, M1 16–30, M2 31–60, M3 61–90'

test('an installation begins with eight stages, whose address book nobody sees', async ({ as }) => {
  expect(await days({ as })).toBe(asInstalled)
  for (const stage of await listed({ as })) {
    expect(stage).toMatchObject({ name: stage.id, ...details, openCases: 0 })
  }
})

test('a stage is added behind the last one, changed and deleted, each on the record', async ({ as, server }) => {
  const added = await as('ops').stages.add({ ...s4, code: 's4' })
  await as('ops').stages.edit({ ...(await editOf({ as }, 'S4')), name: 'Very late', capacity: 80 })
  await as('admin').stages.remove(await editOf({ as }, 'S4'))

  expect(added).toEqual({ id: 'S4', moved: [] })
  const { rows } = await server.app.database.query(
    `select command, object_id as id, before ->> 'name' as before, after ->> 'name' as after from audit
      where command like 'stages.%' and outcome = 'done' and (before ? 'name' or after ? 'name') order by id`,
  )
  expect(rows).toEqual([
    { command: 'stages.add', id: 'S4', before: null, after: 'Late' },
    { command: 'stages.edit', id: 'S4', before: 'Late', after: 'Very late' },
    { command: 'stages.remove', id: 'S4', before: 'Very late', after: null },
  ])
})

test('a stage that reaches into its neighbours moves them, and tells which, on the record as well', async ({
  as,
  server,
}) => {
  const longer = { ...(await editOf({ as }, 'S1')), firstDay: 2, lastDay: 9 }
  await expect(as('ops').stages.edit(longer)).rejects.toMatchObject({ fault: 'stage_without_days' })
  const wanted = { ...longer, firstDay: 3 }

  const selection = { listing: 'stages.list', ids: ['S1'] }
  const { firstDay, lastDay, name, addressBookVisible, rollPolicy, capacity } = wanted
  const args = { firstDay, lastDay, name, addressBookVisible, rollPolicy, capacity }
  const preview = await as('ops').batches.preview({ command: 'stages.edit', selection, args })
  await as('ops').stages.edit(wanted)

  expect(preview).toMatchObject({ eligible: 1, effects: [{ of: 'stageDays', texts: ['S2 begins on day 10 then'] }] })
  expect(await days({ as })).toBe('T0 0–0, T1 1–1, T2 2–2, S1 3–9, S2 10–15, M1 16–30, M2 31–60, M3 61–90')
  const { rows } = await server.app.database.query(
    `select before, after from audit where command = 'stages.edit' and object_id = 'S2' and outcome = 'done'`,
  )
  expect(rows).toEqual([{ before: { firstDay: 8, lastDay: 15 }, after: { firstDay: 10, lastDay: 15 } }])
})

test('days that a stage gives up go to its neighbours', async ({ as }) => {
  await as('ops').stages.edit({ ...(await editOf({ as }, 'S2')), firstDay: 10, lastDay: 12 })

  expect(await days({ as })).toBe('T0 0–0, T1 1–1, T2 2–2, S1 3–9, S2 10–12, M1 13–30, M2 31–60, M3 61–90')
})

test.for([
  [{ code: 'S2B', name: 'S2b', firstDay: 10, lastDay: 15 }, ['S2 ends on day 9 then'], 'S2 8–9, S2B 10–15, M1 16–30'],
  [{ code: 'S2B', name: 'S2b', firstDay: 8, lastDay: 10 }, ['S2 begins on day 11 then'], 'S2B 8–10, S2 11–15'],
  [
    { code: 'S2B', name: 'S2b', firstDay: 12, lastDay: 20 },
    ['S2 ends on day 11 then', 'M1 begins on day 21 then'],
    'S2 8–11, S2B 12–20, M1 21–30',
  ],
  [{ code: 'M4', name: 'M4', firstDay: 91, lastDay: null }, [], 'M3 61–90, M4 91–'],
  [{ code: 'M4', name: 'M4', firstDay: 80, lastDay: null }, ['M3 ends on day 79 then'], 'M3 61–79, M4 80–'],
] as const)('a new stage of %j has its neighbours make room', async ([wanted, moved, part], { as }) => {
  const added = await as('ops').stages.add({ ...details, ...wanted })

  expect(added.moved).toEqual(moved)
  expect(await days({ as })).toContain(part)
})

test.for([
  [{ code: 'S1' }, 'code', 'known_already'],
  [{ code: 's1' }, 'code', 'known_already'],
  [{ code: 'S 4' }, 'code', 'invalid'],
  [{ code: undefined }, 'code', 'invalid'],
  [{ name: ' ' }, 'name', 'invalid'],
  [{ name: 's2' }, 'name', 'name_taken'],
  [{ firstDay: undefined }, 'firstDay', 'invalid'],
  [{ firstDay: -1 }, 'firstDay', 'invalid'],
  [{ firstDay: 93 }, 'firstDay', 'gap_before_stage'],
  [{ lastDay: undefined }, 'lastDay', 'invalid'],
  [{ lastDay: 80 }, 'lastDay', 'last_before_first'],
  [{ firstDay: 10, lastDay: 12 }, 'lastDay', 'stage_cut_in_two'],
  [{ firstDay: 10, lastDay: 30 }, 'lastDay', 'stage_without_days'],
  [{ firstDay: 10, lastDay: null }, 'lastDay', 'second_open_end'],
  [{ addressBookVisible: undefined }, 'addressBookVisible', 'invalid'],
  [{ rollPolicy: undefined }, 'rollPolicy', 'invalid'],
  [{ capacity: 0 }, 'capacity', 'invalid'],
] as const)('a new stage with %j is refused at %s', async ([wrong, field, fault], { as }) => {
  const refused = as('ops').stages.add({ ...s4, ...wrong } as never)

  await expect(refused).rejects.toMatchObject({ fault, fields: [{ field }] })
  expect(await days({ as })).toBe(asInstalled)
})

test.for([
  ['T0', { firstDay: 1, lastDay: 1 }, 'firstDay', 'first_day_not_zero'],
  ['S1', { firstDay: 2 }, 'firstDay', 'stage_without_days'],
  ['S1', { lastDay: 15 }, 'lastDay', 'stage_without_days'],
  ['S1', { firstDay: 20, lastDay: 25 }, 'lastDay', 'stage_without_days'],
  ['S1', { lastDay: null }, 'lastDay', 'second_open_end'],
  ['S1', { firstDay: 8 }, 'lastDay', 'last_before_first'],
  ['S1', { name: 'M1' }, 'name', 'name_taken'],
] as const)('%s is not changed to %j: it is refused at %s', async ([code, wrong, field, fault], { as }) => {
  const refused = as('ops').stages.edit({ ...(await editOf({ as }, code)), ...wrong })

  await expect(refused).rejects.toMatchObject({ fault, fields: [{ field }] })
  expect(await days({ as })).toBe(asInstalled)
})

test('the only open end is that of the last stage, which no new one follows without taking it', async ({ as }) => {
  await as('ops').stages.edit({ ...(await editOf({ as }, 'M3')), lastDay: null })

  const behind = as('ops').stages.add({ ...s4, firstDay: 100, lastDay: 120 })

  await expect(behind).rejects.toMatchObject({ fault: 'stage_cut_in_two', fields: [{ field: 'lastDay' }] })
  expect((await as('ops').stages.add({ ...s4, firstDay: 91, lastDay: null })).moved).toEqual(['M3 ends on day 90 then'])
})

test('a stage may end where its neighbour has ended until now, and the other way round', async ({ as }) => {
  await as('ops').stages.edit({ ...(await editOf({ as }, 'T2')), lastDay: 6 })
  await as('ops').stages.edit({ ...(await editOf({ as }, 'S1')), firstDay: 3, lastDay: 6 })
  await as('ops').stages.edit({ ...(await editOf({ as }, 'S1')), firstDay: 7, lastDay: 9 })

  expect(await days({ as })).toContain('T2 2–6, S1 7–9, S2 10–15')
})

test('a new stage has no id that another is called by', async ({ as }) => {
  await as('ops').stages.edit({ ...(await editOf({ as }, 'S1')), name: 'S4' })

  await expect(as('ops').stages.add(s4)).rejects.toMatchObject({ fault: 'name_taken', fields: [{ field: 'code' }] })
})

test('days of a deleted stage go to the one before it, those of the first to the one after', async ({ as }) => {
  await as('admin').stages.remove(await editOf({ as }, 'S1'))
  await as('admin').stages.remove(await editOf({ as }, 'T0'))
  await as('admin').stages.remove(await editOf({ as }, 'M3'))

  expect(await days({ as })).toBe('T1 0–1, T2 2–7, S2 8–15, M1 16–30, M2 31–90')
})

test('a stage in which a case is open is not deleted, nor is the only one', async ({ as, given }) => {
  await given.case({ collector: 'collector' })
  const refused = as('admin').stages.remove(await editOf({ as }, 'S1'))
  await expect(refused).rejects.toMatchObject({ fault: 'stage_has_cases' })

  for (const { id: code } of await listed({ as })) {
    if (code !== 'S1') await as('admin').stages.remove(await editOf({ as }, code))
  }

  const [only] = await listed({ as })
  expect(only).toMatchObject({ id: 'S1', firstDay: 0, lastDay: 90, openCases: 1 })
  await as('admin').cases.end({ ...(await as('admin').cases.open({ q: '' })).rows[0]!, reason: 'cancelled' })
  await expect(as('admin').stages.remove(await editOf({ as }, 'S1'))).rejects.toMatchObject({ fault: 'only_stage' })
})

test('whoever has seen a stage before a neighbour moved it looks again', async ({ as }) => {
  const seen = await editOf({ as }, 'S2')
  await as('ops').stages.edit({ ...(await editOf({ as }, 'S1')), lastDay: 9 })

  await expect(as('ops').stages.edit(seen)).rejects.toMatchObject({ fault: 'stale_version' })
})

test('only who keeps the stages changes them, and only who may delete does', async ({ as }) => {
  const s1 = await editOf({ as }, 'S1')

  expect((await as('executive').stages.list({ q: '' })).rows).toHaveLength(8)
  await expect(as('executive').stages.add(s4)).rejects.toMatchObject({ code: 403 })
  await expect(as('leader').stages.edit(s1)).rejects.toMatchObject({ code: 403 })
  await expect(as('ops').stages.remove(s1)).rejects.toMatchObject({ code: 403 })
  await expect(as('collector').stages.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})

test('of two people who change neighbours at once, none leaves a day out, and one may have to look again', async ({
  as,
}) => {
  const [s1, s2, m1] = [await editOf({ as }, 'S1'), await editOf({ as }, 'S2'), await editOf({ as }, 'M1')]

  const done = await Promise.allSettled([
    as('ops').stages.edit({ ...s1, lastDay: 9 }),
    as('admin').stages.edit({ ...s2, firstDay: 5, lastDay: 20 }),
    as('manager').stages.edit({ ...m1, firstDay: 12 }),
    as('ops').stages.add({ ...s4, code: 'S3', name: 'S3', firstDay: 14, lastDay: 15 }),
  ])

  const refusals = done.flatMap((one) => (one.status === 'rejected' ? [one.reason.fault] : []))
  expect(done.some(({ status }) => status === 'fulfilled')).toBe(true)
  for (const fault of refusals)
    expect(['stale_version', 'busy', 'stage_without_days', 'stage_cut_in_two']).toContain(fault)
  const stages = await listed({ as })
  for (const [i, { firstDay, lastDay }] of stages.entries()) {
    expect(firstDay).toBe(i === 0 ? 0 : stages[i - 1]!.lastDay! + 1)
    expect(lastDay).toBeGreaterThanOrEqual(firstDay)
  }
})
