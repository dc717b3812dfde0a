import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortNumber } from '#src/ui/data/short-number.ts'

test.for([
  [0, '0'],
  [999, '999'],
  [1_000, '1k'],
  [1_234, '1.2k'],
  [9_999, '9.9k'],
  [128_402, '128k'],
  [999_999, '999k'],
  [34_500_000, '34.5M'],
  [1e9, '1G'],
  [2e12, '2T'],
  [3e15, '3P'],
  [4e18, '4E'],
  [2e21, '2000E'],
  [-1_234, '-1.2k'],
] as const)('%d is %s', ([value, shown]) => {
  expect(shortNumber(value)).toBe(shown)
})

const worth = { '': 0, k: 1, M: 2, G: 3, T: 4, P: 5, E: 6 }
test('it never says more than there is, and never a tenth less', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (value) => {
      const [, number, suffix] = /^([\d.]+)([kMGTPE]?)$/.exec(shortNumber(value))!
      const said = Number(number) * 1_000 ** worth[suffix as keyof typeof worth]
      expect(said).toBeLessThanOrEqual(value * (1 + Number.EPSILON * 8))
      expect(said).toBeGreaterThanOrEqual(value * 0.9)
    }),
  )
})
