import { expect } from 'vitest'
import { addDays } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { loanCode as codes } from '#contract/loans/flow.ts'
import { test, type World } from '#tests/support/server.ts'

const today = '2026-03-10' as LocalDate
const nothing = { done: 0, refused: 0 }
const unpaid = { penalty: 0, interest: 3_500, principal: 500_000 }

const run = ({ server }: Pick<World, 'server'>) => server.app.taskRunners.get('doLate')!(server.app)
const due = (days: number) => addDays(today, -days)

/** An order that has just been paid out, so many days past due, with nothing charged for them yet. */
const late = ({ given }: Pick<World, 'given'>, days: number, about: Parameters<World['given']['plan']>[0] = {}) =>
  given.plan({ state: codes.awaitingRepayment, dueDate: due(days), charged: unpaid, ...about })

const penaltiesOf = async ({ server }: Pick<World, 'server'>, planId: IdOf<'plan'>) => {
  const { rows } = await server.app.database.query(
    `select date::text as date, amount_minor as minor from penalties where plan_id = '${planId}' order by date`,
  )
  return rows
}

test('on the day after the due date an order is overdue, charged for one day, and in collection', async ({
  as,
  given,
  server,
}) => {
  const { id, loanId } = await late({ given }, 1)

  expect(await run({ server })).toEqual({ done: 1, refused: 0 })

  const { loan, plans, timeline } = await as('ops').loans.detail({ id: loanId })
  expect(loan).toMatchObject({ state: 50, overdueDays: 1 })
  expect(plans[0]).toMatchObject({ state: 'overdue', penalty: { minor: 2_500 }, repayable: { minor: 506_000 } })
  expect(timeline.at(-1)).toMatchObject({ from: 30, to: 50, event: 'becomeOverdue', actor: 'doLate' })
  expect(await penaltiesOf({ server }, id)).toEqual([{ date: '2026-03-10', minor: 2_500 }])
  const { rows } = await as('admin').cases.open({ q: '' })
  expect(rows).toMatchObject([
    { loanId, state: 'allocating', stage: { id: 'T1', name: 'T1' }, collector: null, overdueDays: 1 },
  ])
})

test('an order is on time through its due date', async ({ as, given, server }) => {
  const { loanId } = await late({ given }, 0)

  expect(await run({ server })).toEqual(nothing)
  expect((await as('ops').loans.detail({ id: loanId })).loan.state).toBe(30)
})

test('running it again on the same day does nothing', async ({ as, given, server }) => {
  const { id, loanId } = await late({ given }, 20)
  await run({ server })
  const before = await as('ops').loans.detail({ id: loanId })

  expect(await run({ server })).toEqual(nothing)

  expect(await as('ops').loans.detail({ id: loanId })).toEqual(before)
  expect(await penaltiesOf({ server }, id)).toHaveLength(20)
})

test.for([
  [1, 2_500],
  [4, 12_500],
  [16, 75_000],
  [60, 405_000],
  [73, 500_000],
  [80, 500_000],
] as const)('days without a run are caught up: %i days come to %i', async ([days, minor], { as, given, server }) => {
  const { loanId } = await late({ given }, days)

  await run({ server })

  const { plans } = await as('ops').loans.detail({ id: loanId })
  expect(plans[0]!.penalty.minor).toBe(minor)
})

test('every day adds its own penalty, whether it was run on time or not', async ({ as, given, server, clock }) => {
  const { id, loanId } = await late({ given }, 1)
  await run({ server })
  clock.forward(86_400_000)
  await run({ server })
  clock.forward(3 * 86_400_000)
  await run({ server })

  const { plans } = await as('cs').loans.detail({ id: loanId })
  expect(plans[0]!.penalty.minor).toBe(2_500 * 3 + 5_000 * 2)
  expect(await penaltiesOf({ server }, id)).toHaveLength(5)
})

test('what was paid lowers the penalty of the days after, by the day it counts for', async ({ as, given, server }) => {
  const { id, loanId } = await late({ given }, 6)
  const { query } = server.app.database
  await query(
    `insert into payments (id, loan_id, amount_minor, currency, kind, channel, state, created_at, completed_at)
     values ('PY1', '${loanId}', 179000, 'INR', 'partial', 'offline', 'success', '2026-03-09T05:00Z', '2026-03-09T05:00Z')`,
  )
  await query(`insert into allocations (payment_id, plan_id, paid_principal) values ('PY1', '${id}', 179000)`)
  await query(`update plans set paid_principal = 179000`)

  await run({ server })

  const rows = await penaltiesOf({ server }, id)
  expect(rows.map(({ minor }) => minor)).toEqual([2_500, 2_500, 2_500, 5_000, 5_000, 3_210])
  expect((await as('ops').loans.detail({ id: loanId })).plans[0]!.repayable.minor).toBe(503_500 - 179_000 + 20_710)
})

test('after the bad-debt day an order is bad debt, and is charged no more', async ({ as, given, server, clock }) => {
  const { loanId, id } = await late({ given }, 90)
  await run({ server })
  const { loan, timeline } = await as('ops').loans.detail({ id: loanId })
  expect(loan.state).toBe(90)
  expect(timeline.map(({ event }) => event)).toEqual(['becomeOverdue', 'badDebt'])
  const charged = await penaltiesOf({ server }, id)

  clock.forward(86_400_000)

  expect(await run({ server })).toEqual(nothing)
  expect(await penaltiesOf({ server }, id)).toEqual(charged)
})

test('while a payment is under way the days go on, and the code stays', async ({ as, given, server }) => {
  const { loanId } = await late({ given }, 3, { state: codes.repaymentProcessing })

  await run({ server })

  const { loan, plans } = await as('ops').loans.detail({ id: loanId })
  expect(loan.state).toBe(43)
  expect(plans[0]!.penalty.minor).toBe(7_500)
  expect((await as('admin').cases.open({ q: '' })).rows).toEqual([])
})

test('a debt that was called bad before its day is charged no more, also while a payment for it is under way', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { id, loanId } = await late({ given }, 10)
  await run({ server })
  const charged = await penaltiesOf({ server }, id)
  await server.app.database.query(
    `update loans set state = ${codes.repaymentProcessing}, came_from = ${codes.badDebt} where id = '${loanId}'`,
  )
  clock.forward(86_400_000)

  expect(await run({ server })).toEqual(nothing)

  expect(await penaltiesOf({ server }, id)).toEqual(charged)
  expect((await as('cs').loans.detail({ id: loanId })).loan.state).toBe(43)
})

test.for([10, 20, 29, 31, 40, 41, 70, 80, 90, 100, 110] as const)(
  'an order in %i is charged nothing and stays as it is',
  async (state, { as, given, server }) => {
    const { loanId, id } = await late({ given }, 5, { state })

    expect(await run({ server })).toEqual(nothing)

    expect((await as('ops').loans.detail({ id: loanId })).loan.state).toBe(state)
    expect(await penaltiesOf({ server }, id)).toEqual([])
  },
)

test('an order that has an open case gets no second one', async ({ as, given, server }) => {
  const { loanId } = await given.case({ state: codes.awaitingRepayment, dueDate: due(2), charged: unpaid })

  await run({ server })

  expect((await as('ops').loans.detail({ id: loanId })).loan.state).toBe(50)
  expect((await as('admin').cases.open({ q: '' })).rows).toHaveLength(1)
})

test('many orders are all seen to, whatever the size of a step', async ({ given, server }) => {
  for (let i = 0; i < 12; i++) await late({ given }, 1 + (i % 4))
  await server.app.database.query(
    `insert into loans (id, customer_id, product_id, department_id, state, ordinal, currency, amount_minor, received_minor,
       fee_minor, gst_minor, interest_minor, terms, app, channel, applied_at, due_date)
     select 'LX' || n, customer_id, product_id, department_id, 30, 1, 'INR', 500000, 425000, 75000, 0, 3500, terms, app,
       channel, applied_at, due_date from loans, generate_series(1, 60) n where id = (select min(id) from loans)`,
  )

  const tally = await run({ server })

  expect(tally).toEqual({ done: 72, refused: 0 })
  const { rows } = await server.app.database.query('select state, count(*)::int as count from loans group by 1')
  expect(rows).toEqual([{ state: 50, count: 72 }])
})
