import { expect, test } from 'vitest'
import { noComponents } from '#contract/loans/balance.ts'
import { overdueDays, schedule } from '#contract/loans/plan.ts'
import { quote } from '#contract/loans/quote.ts'
import { amountMinor, day, dueDate, of, terms } from './in7.ts'

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
