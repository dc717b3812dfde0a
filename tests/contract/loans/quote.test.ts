import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quote } from '#contract/loans/quote.ts'
import { amountMinor, of, terms } from './in7.ts'

const short = { serviceRatePpm: 98_000, dailyInterestPpm: 700, tenureDays: 14, daysPerPeriod: 14 }
const declining = { serviceRatePpm: 0, periods: 3, daysPerPeriod: 10, tenureDays: 30 }

test.each([
  ['fee kept back', 500_000, {}, [75_000, 0, 425_000, 503_500]],
  ['with tax on the fee', 500_000, { gstPpm: 180_000 }, [75_000, 13_500, 411_500, 503_500]],
  ['fee due at the end', 500_000, { feeMode: 'atDue' as const }, [75_000, 0, 500_000, 578_500]],
  [
    'with tax, due at the end',
    500_000,
    { feeMode: 'atDue' as const, gstPpm: 180_000 },
    [75_000, 13_500, 500_000, 592_000],
  ],
  ['rounded half up', 333_333, short, [32_667, 0, 300_666, 336_600]],
  ['in three periods', 1_000_000, declining, [0, 0, 1_000_000, 1_020_000]],
])('a loan %s is quoted to the last unit', (_, amount, differing, [fee, gst, received, due]) => {
  const quoted = quote(amount, terms(differing))

  expect(quoted).toMatchObject({
    amountMinor: amount,
    feeMinor: fee,
    gstMinor: gst,
    receivedMinor: received,
    dueMinor: due,
  })
})

test('interest is charged on what is still borrowed, principal in equal parts with the remainder last', () => {
  const { periods } = quote(1_000_000, terms(declining))

  expect(periods).toEqual([
    { days: 10, charges: of({ interest: 10_000, principal: 333_333 }), dueMinor: 343_333 },
    { days: 10, charges: of({ interest: 6_667, principal: 333_333 }), dueMinor: 340_000 },
    { days: 10, charges: of({ interest: 3_333, principal: 333_334 }), dueMinor: 336_667 },
  ])
})

test('a fee due later falls due in equal parts, its tax included', () => {
  const { periods } = quote(
    1_000_000,
    terms({ ...declining, serviceRatePpm: 100_000, gstPpm: 1_000, feeMode: 'atDue' }),
  )

  expect(periods.map(({ charges }) => charges.fee)).toEqual([33_366, 33_366, 33_368])
})

test('the last period lasts until the end of the tenure and bears interest for it', () => {
  const { periods } = quote(300_000, terms({ ...declining, tenureDays: 31 }))

  expect(periods.map(({ days }) => days)).toEqual([10, 10, 11])
  expect(periods.map(({ charges }) => charges.interest)).toEqual([3_000, 2_000, 1_100])
})

test.each([
  ['with the fee', {}, 9_631_092],
  ['without a fee', { serviceRatePpm: 0 }, 365_000],
  ['with tax, which counts as fee', { gstPpm: 180_000 }, 11_657_698],
  ['with the fee due at the end, of the whole amount', { feeMode: 'atDue' as const }, 8_186_429],
  ['in periods, for the time the money is really lent', declining, 364_999],
])('the yearly rate is shown %s', (_, differing, aprPpm) => {
  expect(quote(amountMinor, terms(differing)).aprPpm).toBe(aprPpm)
})

test('a withdrawal gives back fee and tax only where the product says so', () => {
  const gst = { gstPpm: 180_000 }

  expect(quote(amountMinor, terms({ ...gst, coolingOffRefundsFee: true })).refundableMinor).toBe(88_500)
  expect(quote(amountMinor, terms(gst)).refundableMinor).toBe(0)
})

test.each([
  ['no amount', 0, 150_000],
  ['a negative amount', -1, 150_000],
  ['an amount that the fee eats up', 1, 999_999],
])('%s is not quoted', (_, amount, serviceRatePpm) => {
  expect(() => quote(amount, terms({ serviceRatePpm }))).toThrow(`of ${amount} nothing would be paid out`)
})

test('a part of a unit is not quoted', () => {
  expect(() => quote(0.5, terms())).toThrow(RangeError)
})

const anyTerms = fc
  .record({
    serviceRatePpm: fc.nat(400_000),
    gstPpm: fc.nat(300_000),
    dailyInterestPpm: fc.nat(20_000),
    feeMode: fc.constantFrom('upfront' as const, 'atDue' as const),
    periods: fc.integer({ min: 1, max: 12 }),
    daysPerPeriod: fc.integer({ min: 1, max: 40 }),
    longer: fc.nat(10),
  })
  .map(({ longer, ...rest }) => terms({ ...rest, tenureDays: rest.periods * rest.daysPerPeriod + longer }))

test('every quote conserves: nothing of the amount, the fee or the days is lost or invented', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1e11 }), anyTerms, (amount, product) => {
      const { feeMinor, gstMinor, receivedMinor, dueMinor, periods } = quote(amount, product)
      const sumOf = (part: 'principal' | 'interest' | 'fee' | 'penalty') =>
        periods.reduce((all, { charges }) => all + charges[part], 0)
      const feesMinor = feeMinor + gstMinor
      const upfront = product.feeMode === 'upfront'

      expect(sumOf('principal')).toBe(amount)
      expect(receivedMinor + (upfront ? feesMinor : 0)).toBe(amount)
      expect(sumOf('fee')).toBe(upfront ? 0 : feesMinor)
      expect(sumOf('penalty')).toBe(0)
      expect(dueMinor).toBe(amount + sumOf('interest') + sumOf('fee'))
      expect(periods.reduce((all, { days }) => all + days, 0)).toBe(product.tenureDays)
    }),
  )
})
