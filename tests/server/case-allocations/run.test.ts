import { describe, expect } from 'vitest'
import { addStandingJobs } from '#server/modules/jobs/steps.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import { agenciesOf, allocate, amounts, crewOnDuty, query, s1, turnsOf, waitingCases } from './support.ts'

describe('a run', () => {
  test('gives new cases by weight, the most owed first, and what weights leave over the day after', async ({
    given,
    server,
  }) => {
    await crewOnDuty({ server })
    await waitingCases({ given }, amounts(23))
    expect(await allocate({ server })).toEqual({ done: 23, refused: 0 })
    const turns = await turnsOf({ server })
    expect(agenciesOf(turns)).toBe('ABCAABACBAABCAABACBAABC')
    expect(turns.map(({ amount_minor }) => Number(amount_minor) / 100)).toEqual(amounts(23))

    await waitingCases({ given }, amounts(7))
    await allocate({ server })
    expect(agenciesOf(await turnsOf({ server }))).toBe('AABACBA')
    const credits = await query({ server }, 'select sum(abs(credit))::int as left from case_allocation_credits')
    expect(credits).toEqual([{ left: 0 }])
  })

  test('writes each case to its collector, and whose its order is beside it', async ({ as, given, server }) => {
    await crewOnDuty({ server })
    const [one] = await waitingCases({ given }, [5_000])
    await allocate({ server })
    const [row] = (await as('admin').cases.open({ q: `id:${one!.id}` })).rows
    expect(row).toMatchObject({ state: 'allocated', agency: { id: 'AG1' }, collector: { id: expect.any(String) } })
    const [held] = await query(
      { server },
      'select l.collector_id = c.collector_id and l.agency_id = c.agency_id and c.waiting_since is null as same from loans l join cases c on c.loan_id = l.id',
    )
    expect(held).toEqual({ same: true })
  })

  test('what has waited since before comes first, however little is owed', async ({ given, server }) => {
    await crewOnDuty({ server })
    const [waited] = await waitingCases({ given }, [10])
    await query({ server }, `update cases set opened_at = opened_at - interval '2 days'`)
    await waitingCases({ given }, [9_000, 8_000])
    await allocate({ server })
    const turns = await turnsOf({ server })
    expect(turns.map(({ kind }) => kind)).toEqual(['waited', 'opened', 'opened'])
    expect(turns[0]!.case_id).toBe(waited!.id)
  })

  test('nobody on duty, nobody with room: they wait on, and it is counted', async ({ as, given, server }) => {
    await waitingCases({ given }, [100, 200])
    expect(await allocate({ server })).toEqual({ done: 0, refused: 2 })
    await crewOnDuty({ server })
    await query(
      { server },
      'update collectors set capacity = 1, participates = id in (select id from collectors order by id limit 1)',
    )
    expect(await allocate({ server })).toEqual({ done: 1, refused: 1 })
    const [run] = (await as('manager').caseAllocations.list({})).rows
    expect(run).toMatchObject({ state: 'done', queued: 2, given: 1, unplaced: 1, operator: null })
    const { people, stages } = await as('manager').caseAllocations.detail({ id: run!.id, stage: s1 })
    expect(new Set(people.map(({ bar }) => bar))).toEqual(new Set([null, 'stopped']))
    expect(stages.find(({ id }) => id === 'S1')).toMatchObject({ room: 0, unplaced: 1 })
  })

  test('no order of somebody who has died is given out, whichever of theirs says so', async ({ given, server }) => {
    await crewOnDuty({ server })
    const customerId = await given.customer()
    const said = await given.case({ customerId })
    const other = await given.case({ customerId })
    const alive = await given.case()
    await query(
      { server },
      `insert into case_holds (loan_id, kind, remark, set_by, set_at) values ($1, 'deceased', 'death', 'test', now())`,
      [said.loanId],
    )

    await allocate({ server })

    expect((await turnsOf({ server })).map((turn) => turn.loan_id)).toEqual([alive.loanId])
    expect(await query({ server }, `select held from case_allocation_stages where stage = 'S1'`)).toEqual([{ held: 2 }])
    expect(await query({ server }, `select state from cases where loan_id = $1`, [other.loanId])).toEqual([
      { state: 'allocating' },
    ])
  })

  test('held, being paid or promised: left out; a promise does not keep what waits from its first collector', async ({
    given,
    server,
  }) => {
    await crewOnDuty({ server })
    const [held, paying, promised] = await waitingCases({ given }, [1, 2, 3])
    const rolling = await given.case({ collector: 'collector', dueDate: '2026-03-01' as never })
    await query(
      { server },
      `insert into case_holds (loan_id, kind, remark, set_by, set_at) values ($1, 'legal', 'court', 'test', now())`,
      [held!.loanId],
    )
    await query({ server }, 'update loans set state = 43 where id = $1', [paying!.loanId])
    await query({ server }, `update cases set promised_for = '2026-03-11' where id in ($1, $2)`, [
      promised!.id,
      rolling.id,
    ])
    await allocate({ server })
    expect((await turnsOf({ server })).map(({ case_id }) => case_id)).toEqual([promised!.id])
    const left = await query(
      { server },
      `select stage, promised, held, paying from case_allocation_stages where promised + held + paying > 0 order by stage`,
    )
    expect(left).toEqual([
      { stage: 'S1', promised: 0, held: 1, paying: 1 },
      { stage: 'S2', promised: 1, held: 0, paying: 0 },
    ])
  })
})

describe('stages', () => {
  test('a case that is older than its stage rolls: closed, followed by one of the next, with another collector', async ({
    given,
    server,
  }) => {
    await crewOnDuty({ server })
    const old = await given.case({ collector: 'collector', dueDate: '2026-03-01' as never })
    await query({ server }, `update cases set promised_for = '2026-03-20' where id = $1`, [old.id])
    await allocate({ server })
    const rows = await query(
      { server },
      `select id, state, stage, close_reason, promised_for::text as promise, collector_id as holder from cases order by id`,
    )
    expect(rows).toMatchObject([
      { id: old.id, state: 'closed', stage: 'S1', close_reason: 'rolled' },
      { state: 'allocated', stage: 'S2', promise: '2026-03-20' },
    ])
    expect(rows[1]!.holder).not.toBe(rows[0]!.holder)
    expect(
      await query(
        { server },
        'select l.collector_id = c.collector_id as same from loans l join cases c on c.loan_id = l.id and c.stage = $1',
        ['S2'],
      ),
    ).toEqual([{ same: true }])
  })

  test('a stage that keeps its cases leaves them with whoever had them, while they may have them', async ({
    given,
    server,
  }) => {
    await crewOnDuty({ server })
    await query({ server }, `update stages set roll_policy = 'keepIfEligible' where id = 'S2'`)
    await given.case({ collector: 'collector', dueDate: '2026-03-01' as never })
    await allocate({ server })
    const [kept] = await turnsOf({ server }, 'S2')
    expect(kept).toMatchObject({ kept: true, to_id: kept!.from_id })
  })

  test('orders that fall due today are reminded of: their cases are opened, once', async ({ given, server }) => {
    await crewOnDuty({ server })
    await given.plan({ dueDate: '2026-03-10' as never, state: 30 })
    await given.plan({ dueDate: '2026-03-11' as never, state: 30 })
    expect(await allocate({ server })).toEqual({ done: 1, refused: 0 })
    expect(await allocate({ server })).toEqual({ done: 0, refused: 0 })
    const [opened] = await query({ server }, `select stage, state from cases`)
    expect(opened).toEqual({ stage: 'T0', state: 'allocated' })
    await query({ server }, `update cases set state = 'closed', close_reason = 'cancelled', closed_at = now()`)
    expect(await allocate({ server })).toEqual({ done: 0, refused: 0 })
  })

  test('bad debt, and what no stage is for any more, leaves collection', async ({ given, server }) => {
    await given.case({ collector: 'collector', dueDate: '2025-11-01' as never })
    await given.case({ collector: 'collector', dueDate: '2026-03-05' as never, state: 90 })
    await allocate({ server })
    expect(await query({ server }, `select distinct state, close_reason from cases`)).toEqual([
      { state: 'closed', close_reason: 'recalled' },
    ])
  })
})

describe('broken off, at once, again', () => {
  test('a run that was killed goes on where it was, and comes to the same', async ({ given, server }) => {
    await crewOnDuty({ server })
    await waitingCases({ given }, amounts(5))
    await waitingCases({ given }, amounts(5), 20)
    await query(
      { server },
      `insert into case_allocations (id, state, day, unit_path, currency, started_at) values ('AL260310000001', 'running', '2026-03-10', '/HQ/COL/', 'INR', '2026-03-10T00:00:00Z')`,
    )
    await query(
      { server },
      `insert into case_allocation_stages select 'AL260310000001', 'M1', 6, 'M1', 'reallocate', 0, 0, 0, 0, 0, 0, 0, 0, null, 0, 0, 0, null`,
    )
    expect(await allocate({ server })).toEqual({ done: 5, refused: 0 })
    expect(await query({ server }, 'select id, state, given from case_allocations')).toEqual([
      { id: 'AL260310000001', state: 'done', given: 5 },
    ])
    expect(await allocate({ server })).toEqual({ done: 5, refused: 0 })
    expect(agenciesOf(await turnsOf({ server }, 'M1'))).toBe('ABCAA')
  })

  test('two at once are one: no case has two holders, and the sum of assignments is the cases', async ({
    given,
    server,
  }) => {
    await crewOnDuty({ server })
    await waitingCases({ given }, amounts(12))
    const both = await Promise.all([allocate({ server }), allocate({ server })])
    expect(both.reduce((sum, { done }) => sum + done, 0)).toBeGreaterThanOrEqual(12)
    const [sums] = await query(
      { server },
      `select (select count(*)::int from case_assignments where to_id is not null) as assigned,
        (select count(distinct case_id)::int from case_assignments) as cases,
        (select count(*)::int from cases where state = 'allocated') as held`,
    )
    expect(sums).toEqual({ assigned: 12, cases: 12, held: 12 })
  })

  test('an undone run has what nobody has touched wait again, owes what it owed, and is undone once', async ({
    as,
    given,
    server,
  }) => {
    await crewOnDuty({ server })
    const [touched] = await waitingCases({ given }, amounts(3))
    await query({ server }, `update cases set opened_at = opened_at - interval '2 days', waiting_since = null`)
    await addStandingJobs(server.app)
    await as('manager').caseAllocations.run({})
    await expect.poll(async () => (await as('manager').caseAllocations.list({ q: 'state:done' })).rows.length).toBe(1)
    await query({ server }, `update cases set last_result = 1 where id = $1`, [touched!.id])
    const [run] = (await as('manager').caseAllocations.list({})).rows
    expect(run).toMatchObject({ given: 3, operator: { name: expect.any(String) } })

    const undone = await as('manager').caseAllocations.undo({ id: run!.id, version: run!.version })
    expect(undone).toMatchObject({ state: 'undone' })
    const states = await query(
      { server },
      `select state, waiting_since = opened_at as "asBefore", count(*)::int as count from cases group by 1, 2 order by 1`,
    )
    expect(states).toEqual([
      { state: 'allocated', asBefore: null, count: 1 },
      { state: 'allocating', asBefore: true, count: 2 },
    ])
    expect(await query({ server }, 'select sum(abs(credit))::int as owed from case_allocation_credits')).toEqual([
      { owed: 0 },
    ])
    const arrivals = await query({ server }, 'select case_id as id from case_holdings where is_arrival')
    expect(arrivals).toEqual([{ id: touched!.id }])
    const again = as('manager').caseAllocations.undo({ id: run!.id, version: undone.version })
    await expect(again).rejects.toMatchObject({ fault: expect.any(String) })
  })
})
