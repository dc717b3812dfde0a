import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ofMinor } from '#contract/kernel/money.ts'
import { type Components, outstandingOf, totalOf } from '#contract/loans/balance.ts'
import { couponDiscount, couponWorth, type ReductionCoupon } from '#contract/loans/coupon.ts'
import { of, planOverdue } from './in7.ts'

const due = outstandingOf(planOverdue(5))
const ratio = { amountType: 'ratio', ratioPpm: 200_000, amountMinor: 10_000 } as const
const onBoth = { discountType: 'interestAndPenalty', applicableMinor: 300_000 } as const
const discountOf = (coupon: ReductionCoupon, from: Components = due) => {
  const answer = couponDiscount(coupon, from, 'INR')
  return answer.ok ? totalOf(answer.value) : answer.fault
}

test('a fifth of interest and penalty is taken off, which leaves 516,800 to pay', () => {
  const discount = discountOf({ ...ratio, ...onBoth })

  expect(discount).toBe(4_200)
  expect(totalOf(due) - Number(discount)).toBe(516_800)
})

test.each([
  ['a ratio up to its amount', { ...ratio, ratioPpm: 900_000 }, 10_000],
  ['a rate without bound', { amountType: 'rate', ratePpm: 900_000 }, 18_900],
  ['a fixed amount', { amountType: 'fixed', amountMinor: 5_000 }, 5_000],
  ['never more than there is', { amountType: 'fixed', amountMinor: 50_000 }, 21_000],
] as const)('a coupon takes off %s', (_, worth, minor) => {
  expect(discountOf({ ...worth, ...onBoth })).toBe(minor)
})

test.each([
  ['interest', { interest: 3_500 }],
  ['penalty', { penalty: 17_500 }],
  ['interestAndPenalty', { interest: 3_500, penalty: 17_500 }],
] as const)('a coupon of %s touches nothing else', (discountType, taken) => {
  const coupon = { amountType: 'rate', ratePpm: 1_000_000, discountType, applicableMinor: 0 } as const

  expect(couponDiscount(coupon, due, 'INR')).toEqual({ ok: true, value: of(taken) })
})

test('a coupon counts from its applicable amount on', () => {
  expect(discountOf({ ...ratio, ...onBoth, applicableMinor: 521_000 })).toBe(4_200)
  expect(couponDiscount({ ...ratio, ...onBoth, applicableMinor: 521_001 }, due, 'INR')).toEqual({
    ok: false,
    fault: 'coupon_below_minimum',
    values: { minimum: ofMinor(521_001, 'INR') },
  })
})

test('a coupon that raises the limit is worth its part of the limit', () => {
  expect(couponWorth({ amountType: 'fixed', amountMinor: 100_000 }, 500_000)).toBe(100_000)
  expect(couponWorth({ amountType: 'rate', ratePpm: 150_000 }, 500_000)).toBe(75_000)
  expect(couponWorth({ ...ratio }, 500_000)).toBe(10_000)
})

test('no coupon takes off more than is owed, nor any principal', () => {
  const worth = fc.oneof(
    fc.record({ amountType: fc.constant('fixed' as const), amountMinor: fc.nat(1e6) }),
    fc.record({ amountType: fc.constant('rate' as const), ratePpm: fc.nat(1e6) }),
    fc.record({ amountType: fc.constant('ratio' as const), ratioPpm: fc.nat(1e6), amountMinor: fc.nat(1e6) }),
  )
  const from = fc.record({ penalty: fc.nat(1e6), fee: fc.nat(1e6), interest: fc.nat(1e6), principal: fc.nat(1e6) })
  fc.assert(
    fc.property(worth, from, (coupon, amounts) => {
      const answer = couponDiscount({ ...coupon, ...onBoth, applicableMinor: 0 }, amounts, 'INR')

      expect(answer).toMatchObject({ ok: true, value: { fee: 0, principal: 0 } })
      expect(discountOf({ ...coupon, ...onBoth, applicableMinor: 0 }, amounts)).toBeLessThanOrEqual(
        amounts.penalty + amounts.interest,
      )
    }),
  )
})
