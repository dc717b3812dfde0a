import { expect, test } from 'vitest'
import { noComponents, type PlanBalance } from '#contract/loans/balance.ts'
import { type LoanState, loanCode } from '#contract/loans/flow.ts'
import { overdueDays, planStatus, schedule } from '#contract/loans/plan.ts'
import { quote } from '#contract/loans/quote.ts'
import { amountMinor, day, dueDate, of, overdue, planOverdue, terms } from './in7.ts'

test('the plan of a single period falls due when the tenure is over', () => {
  const plans = schedule(quote(amountMinor, terms()), day('2026-02-28'))

  expect(plans).toEqual([
    {
      serial: 1,
      dueDate: '2026-03-07',
      charged: of({ interest: 3_500, principal: 500_000 }),
      paid: noComponents,
      reduced: noComponents,
      discounted: noComponents,
      lost: noComponents,
    },
  ])
})

test('periods fall due one after the other, the last one with the remainder of amount and days', () => {
  const product = terms({ serviceRatePpm: 0, periods: 3, daysPerPeriod: 10, tenureDays: 31 })

  const plans = schedule(quote(1_000_000, product), day('2026-02-25'))

  expect(plans.map(({ serial, dueDate: due }) => [serial, due])).toEqual([
    [1, '2026-03-07'],
    [2, '2026-03-17'],
    [3, '2026-03-28'],
  ])
  expect(plans.map(({ charged }) => charged.principal)).toEqual([333_333, 333_333, 333_334])
})

test.each([
  ['2026-03-06', 0],
  ['2026-03-07', 0],
  ['2026-03-08', 1],
  ['2026-04-07', 31],
])('on %s a plan due on 7 March is %i days overdue', (today, days) => {
  expect(overdueDays(dueDate, day(today))).toBe(days)
})

const settled = of({ interest: 3_500, principal: 500_000 })
const unpaid: Partial<PlanBalance> = {}

test.each([
  ['notDue', unpaid, loanCode.awaitingRepayment, -1],
  ['dueToday', unpaid, loanCode.awaitingRepayment, 0],
  ['overdue', unpaid, loanCode.overdue, 1],
  ['overdue', unpaid, loanCode.repaymentProcessing, 1],
  ['overdue', unpaid, loanCode.badDebt, 91],
  ['paid', { paid: settled }, loanCode.repaid, 1],
  ['paid', { paid: of({ principal: 500_000 }), discounted: of({ interest: 3_500 }) }, loanCode.repaid, 1],
  [
    'paidReduced',
    { paid: of({ principal: 500_000 }), reduced: of({ interest: 3_500 }) },
    loanCode.repaidWithReduction,
    1,
  ],
  ['overdue', { reduced: of({ interest: 3_500 }) }, loanCode.overdue, 1],
  ['extended', { paid: of({ interest: 3_500 }) }, loanCode.extensionSettled, 1],
  ['writtenOff', { lost: settled }, loanCode.settledByOperations, 1],
  ['writtenOff', { paid: of({ interest: 3_500 }), lost: of({ principal: 500_000 }) }, loanCode.batchSettled, 1],
] as const satisfies [string, Partial<PlanBalance>, LoanState, number][])(
  'a plan is %s: %j, code %i, %i days past due',
  (status, account, state, days) => {
    expect(planStatus({ ...planOverdue(0), ...account }, state, overdue(days))).toBe(status)
  },
)
