import { describe, expect } from 'vitest'
import { collector, hire } from '#tests/server/collectors/support.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import { agenciesOf, allocate, amounts, crewOnDuty, query, s1, turnsOf, waitingCases } from './support.ts'

describe('collectors meanwhile', () => {
  test('whoever may work cases no more is given none, though nothing else has been told of them', async ({
    as,
    given,
    server,
  }) => {
    await crewOnDuty({ server })
    await query({ server }, `update staff_roles set role_id = 'QC' where staff_id <> $1 and role_id = 'COL'`, [
      collector('b1'),
    ])
    await waitingCases({ given }, amounts(3))

    await allocate({ server })

    expect(new Set((await turnsOf({ server })).map(({ to_id }) => to_id))).toEqual(new Set([collector('b1')]))
    const [run] = (await as('manager').caseAllocations.list({})).rows
    const { people } = await as('manager').caseAllocations.detail({ id: run!.id, stage: s1 })
    const bars = new Map(people.map(({ staff, bar }) => [staff.id as string, bar]))
    expect([bars.get(collector('a2')), bars.get(collector('b1'))]).toEqual(['noRight', null])
  })

  test('whoever is disabled, on leave or stopped is given nothing, and it is said why', async ({
    as,
    given,
    server,
  }) => {
    await crewOnDuty({ server })
    const ids = ['c1', 'c2', 'c3'].map((account) => collector(account) as string)
    for (const account of ['c2', 'c3']) await hire({ server }, account, { unit: 'AG3B', stages: ['S1'] })
    await query(
      { server },
      `insert into duty_patterns (staff_id, weekday, works) values ($1, 2, true), ($2, 2, true)`,
      ids.slice(1),
    )
    await query({ server }, `update staff set state = 'disabled' where id = $1`, [ids[0]])
    await query({ server }, `insert into duty_days (staff_id, day, duty) values ($1, '2026-03-10', 'leave')`, [ids[1]])
    await query({ server }, `update collectors set participates = false where id = $1`, [ids[2]])
    await waitingCases({ given }, amounts(23))
    await allocate({ server })
    const given23 = agenciesOf(await turnsOf({ server }))
    expect([given23.replaceAll('B', '').length, given23.replaceAll('A', '').length]).toEqual([14, 9])
    const [run] = (await as('manager').caseAllocations.list({})).rows
    const { shares, people } = await as('manager').caseAllocations.detail({ id: run!.id, stage: s1 })
    expect(shares.find(({ unit }) => unit.id === 'AG3')).toMatchObject({
      bar: 'nobody',
      cases: 0,
      creditBefore: 0,
      creditAfter: 0,
    })
    const bars = new Map(people.map(({ staff, bar }) => [staff.id as string, bar]))
    expect(ids.map((id) => bars.get(id))).toEqual(['disabled', 'leave', 'stopped'])

    await query({ server }, `update units set names = '{"zh": "丙"}' where id like 'AG3%'`)
    const read = await as('manager', { language: 'zh' }).caseAllocations.detail({ id: run!.id, stage: s1 })
    const named = [...read.shares, ...read.people].filter(({ unit }) => unit.id.startsWith('AG3'))
    expect(new Set(named.map(({ unit }) => unit.name))).toEqual(new Set(['丙']))
  })
})
