import { expect, test } from 'vitest'
import { finalLimit } from '#contract/loans/limit.ts'

const parts = { baseMinor: 500_000, stepMinor: 50_000, onTimeReloans: 3, couponMinor: 100_000, maxMinor: 700_000 }

test.each([
  ['never above the maximum', {}, 700_000],
  ['the base and what was earned, below it', { maxMinor: 800_000 }, 750_000],
  ['the base for a new customer', { onTimeReloans: 0, couponMinor: 0 }, 500_000],
  ['the maximum, where the base is above it', { maxMinor: 300_000 }, 300_000],
])('the limit is %s', (_, about, minor) => {
  expect(finalLimit({ ...parts, ...about })).toBe(minor)
})
