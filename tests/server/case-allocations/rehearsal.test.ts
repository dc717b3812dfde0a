import { expect } from 'vitest'
import { restaffing as test } from '#tests/support/restaffing.ts'
import { allocate, amounts, crewOnDuty, query, s1, turnsOf, waitingCases } from './support.ts'

test('says what a run then does, and changes nothing', async ({ as, given, server }) => {
  await crewOnDuty({ server })
  await waitingCases({ given }, amounts(23))
  await given.case({ collector: 'collector', dueDate: '2026-03-01' as never })
  const { id } = await as('manager').caseAllocations.rehearse({ day: 'today' })
  expect(await query({ server }, `select state, count(*)::int as count from cases group by 1 order by 1`)).toEqual([
    { state: 'allocated', count: 1 },
    { state: 'allocating', count: 23 },
  ])
  const said = await as('manager').caseAllocations.detail({ id, stage: s1 })
  const rehearsed = (await turnsOf({ server })).map(({ loan_id, to_id }) => [loan_id, to_id])
  await allocate({ server })
  expect((await turnsOf({ server })).map(({ loan_id, to_id }) => [loan_id, to_id])).toEqual(rehearsed)
  const [run] = (await as('manager').caseAllocations.list({ q: 'state:done' })).rows
  const done = await as('manager').caseAllocations.detail({ id: run!.id, stage: s1 })
  expect(done.shares).toEqual(said.shares)
  expect(done.people).toEqual(said.people)
  expect(done.stages).toEqual(said.stages)
  expect(said.shares.filter(({ parent }) => parent === null).map(({ cases }) => cases)).toEqual([11, 7, 5])
})

test('the next one is that of the night to come, with its duty and its days', async ({ as, given, server }) => {
  await crewOnDuty({ server })
  // the sixth day: tomorrow the eighth, of another stage
  await given.case({ collector: 'collector', dueDate: '2026-03-03' as never })
  const { id } = await as('manager').caseAllocations.rehearse({})
  const { allocation, stages } = await as('manager').caseAllocations.detail({ id })
  expect(allocation).toMatchObject({ state: 'rehearsed', day: '2026-03-11', queued: 1 })
  expect(stages.filter(({ queued }) => queued > 0)).toMatchObject([{ id: 'S2', rolled: 1 }])
})

test('every turn is explained by its own figures', async ({ as, given, server }) => {
  await crewOnDuty({ server })
  await waitingCases({ given }, amounts(4))
  const { id } = await as('manager').caseAllocations.rehearse({ day: 'today' })
  const { cases, count } = await as('manager').caseAllocations.cases({ id, stage: s1 })
  expect(count).toBe(4)
  const reason = await as('manager').caseAllocations.explain({ id, stage: s1, turn: 4 })
  expect(reason).toMatchObject({ of: cases[3], turns: 4, passedOver: null })
  expect(reason.units[0]).toMatchObject([
    { unit: { id: 'AG1' }, credit: 50, weight: 50, after: 0, chosen: true },
    { unit: { id: 'AG2' }, credit: -10, weight: 30, after: 20, chosen: false },
    { unit: { id: 'AG3' }, credit: -40, weight: 20, after: -20, chosen: false },
  ])
  expect(reason.people.filter(({ chosen }) => chosen)).toMatchObject([{ staff: cases[3]!.to }])
})

test('collectors and team leaders of an agency see none; a run on the way is told', async ({ as, server }) => {
  await expect(as('leader').caseAllocations.rehearse({})).rejects.toMatchObject({ fault: 'forbidden' })
  await expect(as('ops').caseAllocations.run({})).rejects.toMatchObject({ fault: 'forbidden' })
  await query(
    { server },
    `insert into case_allocations (id, state, day, unit_path, currency, started_at) values ('AL260310000001', 'running', '2026-03-10', '/HQ/COL/', 'INR', '2026-03-10T00:00:00Z')`,
  )
  await expect(as('manager').caseAllocations.rehearse({})).rejects.toMatchObject({ fault: 'allocation_under_way' })
  await expect(as('manager').caseAllocations.run({})).rejects.toMatchObject({ fault: 'allocation_under_way' })
})
