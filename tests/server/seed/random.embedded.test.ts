import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeSecret } from '#contract/kernel/mask.ts'
import { isMobileNumber, nationalNumber } from '#contract/kernel/phone-numbers.ts'
import { identityValid, ifscValid } from '#contract/loans/identity-numbers.ts'
import { packOf } from '#server/seed/countries/index.ts'
import { accountFrom } from '#server/seed/history/customers/identity.ts'
import { lowDiscrepancy, Random, valueAtQuantile } from '#server/seed/history/random.ts'
import { orderCounts, ordersMax } from '#server/seed/history/write-history.ts'

const draws = (seed: string, count: number) => {
  const random = new Random(seed)
  return Array.from({ length: count }, () => random.next())
}

test('one seed gives the same draws every time, another seed others', () => {
  expect(draws('a', 50)).toEqual(draws('a', 50))
  expect(draws('a', 50)).not.toEqual(draws('b', 50))
  // of this very generator: a book must not change with the runtime
  expect(draws('demo', 3).map((draw) => draw.toFixed(6))).toEqual(['0.152044', '0.263865', '0.996664'])
})

test('draws fill their range evenly', () => {
  const tenths = Array.from({ length: 10 }, () => 0)
  for (const draw of draws('even', 100_000)) tenths[Math.floor(draw * 10)]! += 1

  expect(Math.min(...tenths)).toBeGreaterThan(9_600)
  expect(Math.max(...tenths)).toBeLessThan(10_400)
})

test('a whole number lies between its ends, both of which come up', () => {
  const random = new Random('dice')

  const thrown = new Set(Array.from({ length: 200 }, () => random.int(1, 6)))

  expect([...thrown].toSorted()).toEqual([1, 2, 3, 4, 5, 6])
})

test('a few evenly spread numbers meet every share of a hundredth', () => {
  const shares = Array.from({ length: 100 }, (_, i) => [i, 1] as const)

  const met = new Set(Array.from({ length: 200 }, (_, i) => valueAtQuantile(shares, lowDiscrepancy(i)).value))

  expect(met.size).toBe(100)
})

test('where a number lies within a share goes from 0 to 1 again', () => {
  const halves = [
    ['left', 1],
    ['right', 1],
  ] as const

  expect(valueAtQuantile(halves, 0.25)).toEqual({ value: 'left', part: 0.5 })
  expect(valueAtQuantile(halves, 0.5)).toEqual({ value: 'right', part: 0 })
})

test('orders are spread over customers without one too many or too few', () => {
  const size = fc
    .nat(300)
    .chain((customers) => fc.record({ customers: fc.constant(customers), loans: fc.nat(customers * ordersMax) }))
  fc.assert(
    fc.property(size, fc.string(), ({ customers, loans }, seed) => {
      const counts = [...orderCounts({ customers, loans }, new Random(seed))]

      expect(counts).toHaveLength(customers)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(loans)
      expect(counts.every((count) => count >= 0 && count <= ordersMax)).toBe(true)
    }),
  )
})

test('more orders than there is time for are refused', () => {
  expect(() => [...orderCounts({ customers: 2, loans: 2 * ordersMax + 1 }, new Random(''))]).toThrow(RangeError)
})

test.for(['IN', 'MX', 'VN', 'ID', 'PH', 'NG'] as const)(
  'in %s identities are what the authorities and banks accept',
  (country) => {
    const random = new Random('people')
    const pack = packOf(country)
    for (let i = 0; i < 200; i++) {
      const { ifsc, number } = accountFrom(pack, random)
      const phone = normalizeSecret('phone', pack.phone(random))

      expect(identityValid('pan', pack.pan('Rao', random), country)).toBe(true)
      expect(identityValid('aadhaar', pack.aadhaar(random), country)).toBe(true)
      expect([phone, isMobileNumber(nationalNumber(phone, country), country)]).toEqual([phone, true])
      expect(ifsc === null || ifscValid(ifsc)).toBe(true)
      expect(ifsc === null).toBe(country !== 'IN')
      expect(number).toMatch(/^[1-9]\d{10,13}$/)
    }
  },
)

test('of India the fifth letter of a PAN is that of the family', () => {
  expect(packOf('IN').pan('rao', new Random('people'))[4]).toBe('R')
})
