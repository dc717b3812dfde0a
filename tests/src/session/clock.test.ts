import { expect, test } from 'vitest'
import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import { utcOffset } from '#src/session/clock.ts'

test.for([
  ['IN', 'UTC+5:30'],
  ['MX', 'UTC-6'],
  ['NG', 'UTC+1'],
  ['a country nobody knows', 'UTC-6'],
] as const)('the clock of %s is %s', ([country, said]) => {
  expect(utcOffset(offsetMinutesOf(country))).toBe(said)
})
