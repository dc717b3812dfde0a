import { expect, test } from 'vitest'
import { type Grain, knownUntil } from '#contract/kernel/report.ts'
import type { LocalDate } from '#contract/kernel/values.ts'

const day = (text: string) => text as LocalDate
const through = day('2026-11-27')

test.each<readonly [string, number | undefined, Grain, string, string | null]>([
  ['a week whose last days have not come so far', 7, 'week', '2026-11-16', '2026-11-20'],
  ['one that has', 5, 'week', '2026-11-16', null],
  ['a month', 30, 'month', '2026-10-01', '2026-10-28'],
  ['a month long gone', 30, 'month', '2026-09-01', null],
  ['a day that is told', 7, 'day', '2026-11-20', null],
  ['a measure that is known at once', undefined, 'week', '2026-11-23', null],
])('%s: a cell tells until when it is known', (...[, lag, grain, first, until]) => {
  expect(knownUntil({ ...(lag !== undefined && { lag }) }, { first: day(first), grain, through })).toBe(until)
})

test('a month of months is known with its last day, and all at once', () => {
  const measure = { lag: 1, lagIn: 'months' } as const

  expect(knownUntil(measure, { first: day('2026-09-01'), grain: 'month', through })).toBeNull()
  expect(knownUntil(measure, { first: day('2026-10-01'), grain: 'month', through: day('2026-11-30') })).toBeNull()
})
