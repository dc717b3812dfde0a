import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimals } from '#contract/kernel/countries.ts'
import {
  add,
  compare,
  equalParts,
  halfUp,
  major,
  min,
  money,
  mulPpm,
  negate,
  ofMinor,
  split,
  subtract,
  sum,
  zero,
} from '#contract/kernel/money.ts'
import { Currency, Money } from '#contract/kernel/values.ts'

const minor = fc.maxSafeInteger()
const currency = fc.constantFrom(...Currency.options)
const inr = (amount: number) => ofMinor(amount, 'INR')

test.each([
  ['12.50', 'INR', 1250],
  ['12.5', 'INR', 1250],
  ['-0.05', 'INR', -5],
  ['-0', 'INR', 0],
  ['007', 'INR', 700],
  ['100', 'VND', 100],
  ['90071992547409.91', 'MXN', Number.MAX_SAFE_INTEGER],
] as const)('%s %s is %i in the smallest unit', (text, of, expected) => {
  expect(money(text, of)).toEqual({ minor: expected, currency: of })
})

test.each([
  ['1.234', 'INR'],
  ['0.5', 'VND'],
  ['1,50', 'INR'],
  ['1e3', 'MXN'],
  ['+5', 'MXN'],
  [' 5', 'MXN'],
  ['.5', 'MXN'],
  ['5.', 'MXN'],
  ['٥', 'MXN'],
  ['', 'MXN'],
  ['90071992547409.92', 'MXN'],
] as const)('%j is no amount of %s', (text, of) => {
  expect(() => money(text, of)).toThrow(RangeError)
})

test.each([
  [1250, 'INR', '12.50'],
  [-5, 'INR', '-0.05'],
  [0, 'INR', '0.00'],
  [100, 'VND', '100'],
  [-100, 'IDR', '-100'],
] as const)('%i of %s is written %s', (amount, of, text) => {
  expect(major(ofMinor(amount, of))).toBe(text)
})

test('what is written is read back as the same amount, with as many decimals as the currency has', () => {
  fc.assert(
    fc.property(minor, currency, (amount, of) => {
      const written = major(ofMinor(amount, of))

      expect(money(written, of)).toEqual(ofMinor(amount, of))
      expect(written.split('.')[1]?.length ?? 0).toBe(decimals[of])
    }),
  )
})

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
  '%d is no exact amount',
  (amount) => {
    expect(() => ofMinor(amount, 'INR')).toThrow(RangeError)
  },
)

test('every amount is one that the contract accepts', () => {
  fc.assert(fc.property(minor, currency, (amount, of) => Money.safeParse(ofMinor(amount, of)).success))
})

test('adding and subtracting are exact, and undo each other', () => {
  const [a, b] = [inr(1250), inr(75)]

  expect(add(a, b)).toEqual(inr(1325))
  expect(subtract(a, b)).toEqual(inr(1175))
  expect(add(subtract(a, b), b)).toEqual(a)
  expect(negate(b)).toEqual(inr(-75))
  expect(negate(zero('INR'))).toEqual(inr(0))
})

test('a sum too large to be exact is refused', () => {
  expect(() => add(inr(Number.MAX_SAFE_INTEGER), inr(1))).toThrow(RangeError)
})

test('the sum of nothing is no money', () => {
  expect(sum([], 'VND')).toEqual({ minor: 0, currency: 'VND' })
  expect(sum([inr(1), inr(2), inr(-5)], 'INR')).toEqual(inr(-2))
})

test('amounts sort by size', () => {
  expect([inr(3), inr(-1), inr(2)].toSorted(compare)).toEqual([inr(-1), inr(2), inr(3)])
  expect(min(inr(3), inr(2))).toEqual(inr(2))
  expect(min(inr(2), inr(3))).toEqual(inr(2))
})

test('two currencies do not mix: known ones do not compile, unknown ones throw', () => {
  const [rupees, pesos] = [money('1', 'INR'), money('1', 'MXN')]
  const unknown: Money = pesos

  // @ts-expect-error
  expect(() => add(rupees, pesos)).toThrow(TypeError)
  // @ts-expect-error
  expect(() => subtract(rupees, pesos)).toThrow(TypeError)
  // @ts-expect-error
  expect(() => compare(rupees, pesos)).toThrow(TypeError)
  // @ts-expect-error
  expect(() => min(rupees, pesos)).toThrow(TypeError)
  // @ts-expect-error
  expect(() => sum([rupees, pesos], 'INR')).toThrow(TypeError)
  expect(() => add<Currency>(rupees, unknown)).toThrow(TypeError)
})

const weights = fc.array(fc.nat(1000), { minLength: 1, maxLength: 20 }).filter((each) => each.some(Boolean))

test('the parts of a split add up to the whole, and no weight gets nothing', () => {
  fc.assert(
    fc.property(minor, weights, (total, by) => {
      const parts = split(inr(total), by)

      expect(sum(parts, 'INR')).toEqual(inr(total))
      expect(parts.filter((_, i) => by[i] === 0)).toEqual(by.filter((weight) => weight === 0).map(() => inr(0)))
    }),
  )
})

test('what rounding leaves over goes to the last part with a weight', () => {
  expect(split(inr(1_000_000), [1, 1, 1, 0])).toEqual([333_333, 333_333, 333_334, 0].map(inr))
  expect(split(inr(-5), [1, 1])).toEqual([inr(-2), inr(-3)])
})

test.each([[[0, 0]], [[]], [[-1, 2]], [[0.5, 1]]])('nothing is split by the weights %j', (by) => {
  expect(() => split(inr(100), by)).toThrow(RangeError)
})

test('equal parts add up, differ in the last alone, and that by less than there are parts', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 60 }), (total, count) => {
      const parts = equalParts(total, count)
      const last = parts.at(-1)!

      expect(parts.reduce((all, part) => all + BigInt(part), 0n)).toBe(BigInt(total))
      expect(new Set(parts.slice(0, -1)).size).toBeLessThanOrEqual(1)
      expect(last - parts[0]!).toBeGreaterThanOrEqual(0)
      expect(last - parts[0]!).toBeLessThan(count)
    }),
  )
})

test.each([
  [-1, 2],
  [1.5, 2],
  [10, 0],
  [10, 1.5],
])('%d is not split into %d equal parts', (total, count) => {
  expect(() => equalParts(total, count)).toThrow(RangeError)
})

test.each([
  [500_000, 150_000, 1, 75_000],
  [500_000, 1_000, 7, 3_500],
  [333_333, 98_000, 1, 32_667],
  [333_333, 700, 14, 3_267],
  [1, 500_000, 1, 1],
  [1, 499_999, 1, 0],
  [3, 500_000, 1, 2],
  [-1, 500_000, 1, 0],
  [-1, 500_001, 1, -1],
  [-3, 1_000_000, 1, -3],
  [0, 150_000, 7, 0],
])('%i at %i ppm for %i days is %i', (amount, ppm, days, expected) => {
  expect(mulPpm(amount, ppm, days)).toBe(expected)
})

test('a rate is rounded once, after all days are counted', () => {
  expect(mulPpm(333, 1_000, 10)).toBe(3)
  expect(10 * mulPpm(333, 1_000)).toBe(0)
})

test('a rate is exact where a float is not', () => {
  expect(mulPpm(9_007_199_254_740_991, 999_999)).toBe(9_007_190_247_541_736)
})

test('a result too large to be exact, and a part of a unit, are refused', () => {
  expect(() => mulPpm(Number.MAX_SAFE_INTEGER, 1_000_000, 2)).toThrow(RangeError)
  expect(() => mulPpm(1.5, 1_000)).toThrow(RangeError)
  expect(() => halfUp(1n, 0n)).toThrow(RangeError)
})
