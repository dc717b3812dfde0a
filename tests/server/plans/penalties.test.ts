import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { owing, tell } from '#tests/server/payments/support.ts'
import { test } from '#tests/support/server.ts'

const rupees = (amount: string) => money(amount, 'INR')
const late = ({ server }: { server: Parameters<typeof owing>[0]['server'] }) =>
  server.app.taskRunners.get('doLate')!(server.app)

test('a plan tells what it was charged each day, at which rate, and what it came to by then', async ({
  as,
  given,
  server,
}) => {
  const { planId } = await owing({ given, server }, { dueDate: '2026-03-05' as never })
  await late({ server })

  const { plan, cap, days } = await as('ops').plans.penalties({ id: planId })

  expect(plan).toMatchObject({ id: planId, penalty: rupees('175') })
  expect(cap).toEqual(rupees('5000'))
  expect(days).toEqual([
    { date: '2026-03-06', overdueDays: 1, rate: 5_000, penalty: rupees('25'), sum: rupees('25'), capped: false },
    { date: '2026-03-07', overdueDays: 2, rate: 5_000, penalty: rupees('25'), sum: rupees('50'), capped: false },
    { date: '2026-03-08', overdueDays: 3, rate: 5_000, penalty: rupees('25'), sum: rupees('75'), capped: false },
    { date: '2026-03-09', overdueDays: 4, rate: 10_000, penalty: rupees('50'), sum: rupees('125'), capped: false },
    { date: '2026-03-10', overdueDays: 5, rate: 10_000, penalty: rupees('50'), sum: rupees('175'), capped: false },
  ])
})

test('the sum of the days is the penalty of the plan, up to the cap and not beyond', async ({ as, given, server }) => {
  const { planId } = await owing({ given, server }, { dueDate: '2025-12-20' as never })
  await late({ server })

  const { plan, days } = await as('ops').plans.penalties({ id: planId })

  expect(days).toHaveLength(73)
  expect(days.at(-1)).toMatchObject({ overdueDays: 73, sum: rupees('5000'), capped: true })
  expect(days.at(-2)).toMatchObject({ capped: false })
  expect(plan.penalty).toEqual(rupees('5000'))
})

test('a payment that counts for an earlier day shows in the days after it', async ({ as, given, server, clock }) => {
  const { planId, loanId } = await owing({ given, server }, { dueDate: '2026-03-05' as never })
  await late({ server })

  await tell({ as, server, clock }, { loanId, amountMinor: 200_000, at: '2026-03-08T10:00:00.000Z' as never })

  const { plan, days } = await as('ops').plans.penalties({ id: planId })
  expect(days.slice(0, 3).map(({ penalty }) => penalty)).toEqual([rupees('25'), rupees('25'), rupees('25')])
  expect(days[3]!.penalty.minor).toBeLessThan(5_000)
  expect(days.at(-1)!.sum).toEqual(plan.penalty)
})

test('the days of a plan out of reach are not there', async ({ as, given, server }) => {
  const { planId } = await owing({ given, server })

  await expect(as('collector').plans.penalties({ id: planId })).rejects.toMatchObject({ fault: 'not_found' })
  await expect(as('marketer').plans.penalties({ id: planId })).rejects.toMatchObject({ code: 403 })
})
