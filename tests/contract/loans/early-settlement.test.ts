import { expect, test } from 'vitest'
import { earlySettlement } from '#contract/loans/early-settlement.ts'
import { quote } from '#contract/loans/quote.ts'
import type { Terms } from '#contract/loans/terms.ts'
import { amountMinor, of, terms } from './in7.ts'

const exitOn = (day: number, product: Terms) => earlySettlement(quote(amountMinor, product), product, day)
const prorata = terms({ earlyInterest: 'prorata' })

test.each([
  [2, 3_500],
  [7, 3_500],
])('by full terms, day %i costs the interest of the whole term: %i', (day, interest) => {
  expect(exitOn(day, terms()).charges).toEqual([of({ interest, principal: 500_000 })])
})

test.each([
  [2, 1_000],
  [6, 3_000],
  [7, 3_500],
  [9, 3_500],
])('by pro-rata terms, day %i costs the interest of the days used: %i', (day, interest) => {
  expect(exitOn(day, prorata)).toMatchObject({ coolingOff: false, payableMinor: 500_000 + interest, refundMinor: 0 })
})

test('within the cooling-off days an exit costs the interest of the days used, one at least, whatever the terms', () => {
  expect(exitOn(0, terms())).toMatchObject({ coolingOff: true, payableMinor: 500_500 })
  expect(exitOn(1, terms())).toMatchObject({ coolingOff: true, payableMinor: 500_500 })
  expect(exitOn(2, terms({ coolingOffDays: 3 }))).toMatchObject({ coolingOff: true, payableMinor: 501_000 })
})

test('an order without cooling-off days has none, not even on the first', () => {
  expect(exitOn(0, terms({ coolingOffDays: 0 }))).toMatchObject({ coolingOff: false, payableMinor: 503_500 })
})

test('a withdrawal gives back the fee that was kept, where the product says so', () => {
  const refunding = terms({ coolingOffRefundsFee: true, gstPpm: 180_000 })

  expect(exitOn(1, refunding)).toMatchObject({ refundMinor: 88_500, payableMinor: 412_000 })
  expect(exitOn(2, refunding)).toMatchObject({ refundMinor: 0, payableMinor: 503_500 })
})

test('a withdrawal owes no fee that was to be paid later, where the product gives it back', () => {
  const later = { feeMode: 'atDue' as const }

  expect(exitOn(1, terms({ ...later, coolingOffRefundsFee: true }))).toMatchObject({
    refundMinor: 0,
    payableMinor: 500_500,
  })
  expect(exitOn(1, terms(later))).toMatchObject({ payableMinor: 575_500 })
})

test('in periods, those over cost all their interest, the current one the days used, later ones nothing', () => {
  const product = terms({ serviceRatePpm: 0, periods: 3, daysPerPeriod: 10, tenureDays: 30, earlyInterest: 'prorata' })

  const { charges, payableMinor } = earlySettlement(quote(1_000_000, product), product, 14)

  expect(charges.map(({ interest }) => interest)).toEqual([10_000, 2_667, 0])
  expect(payableMinor).toBe(1_012_667)
})

test.each([-1, 1.5, Number.NaN])('%d days cannot have passed', (days) => {
  expect(() => exitOn(days, prorata)).toThrow(RangeError)
})
