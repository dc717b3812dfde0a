import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commissionOf, holdingAt, rateOn } from '#contract/attribution.ts'
import type { LocalDate } from '#contract/kernel/values.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 2, 10, hour))
const on = (day: number) => `2026-03-${String(day).padStart(2, '0')}` as LocalDate

test('a payment belongs to whoever had the case at its value time', () => {
  const [first, second, third] = [
    { who: 'first', from: at(8), until: at(10) },
    { who: 'second', from: at(12), until: at(14) },
    { who: 'third', from: at(14), until: null },
  ]
  const whose = (hour: number) => holdingAt([second, third, first], at(hour))?.who
  expect([7, 8, 9, 10, 11, 12, 14, 23].map(whose)).toEqual([
    ...[undefined, 'first', 'first', 'first', undefined, 'second', 'third', 'third'],
  ])
})

test('a rate counts from its day on, until the next', () => {
  const rates = [
    { validFrom: on(5), ratePpm: 80_000 },
    { validFrom: on(20), ratePpm: 90_000 },
  ]
  expect([4, 5, 19, 20].map((day) => rateOn(rates, on(day))?.ratePpm)).toEqual([undefined, 80_000, 80_000, 90_000])
})

test('commission is rounded half up, and what takes an amount back takes just its commission back', () => {
  expect(commissionOf(521_000, 80_000)).toBe(41_680)
  expect([commissionOf(5, 100_000), commissionOf(4, 100_000), commissionOf(-5, 100_000)]).toEqual([1, 0, -1])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 0, max: 1_000_000 }), (minor, ppm) => {
      expect(commissionOf(minor, ppm)).toBe(Number((BigInt(minor) * BigInt(ppm) * 2n + 1_000_000n) / 2_000_000n))
      expect(commissionOf(minor, ppm) + commissionOf(-minor, ppm)).toBe(0)
    }),
  )
})
