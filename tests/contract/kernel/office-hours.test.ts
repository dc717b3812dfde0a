import { expect, test } from 'vitest'
import { afterOfficeMinutes } from '#contract/kernel/office-hours.ts'
import type { Instant } from '#contract/kernel/values.ts'

/** Nine to seven in India, five and a half hours ahead, Monday to Saturday. */
const office = { country: 'IN', opensAt: 9, closesAt: 19, daysPerWeek: 6, holidays: new Set(['2026-03-11']) } as const
const after = (at: string, minutes: number, other = {}) =>
  afterOfficeMinutes(at as Instant, minutes, { ...office, ...other }).toISOString()

test.for([
  // within the day, a Tuesday
  ['2026-03-10T06:00:00.000Z', 240, '2026-03-10T10:00:00.000Z'],
  // before it opens
  ['2026-03-10T01:00:00.000Z', 60, '2026-03-10T04:30:00.000Z'],
  // until it closes, to the minute
  ['2026-03-10T12:30:00.000Z', 60, '2026-03-10T13:30:00.000Z'],
  // over the evening and the holiday behind it
  ['2026-03-10T12:30:00.000Z', 120, '2026-03-12T04:30:00.000Z'],
  // over Sunday
  ['2026-03-14T13:00:00.000Z', 60, '2026-03-16T04:00:00.000Z'],
] as const)('from %s on, %s minutes of business are over at %s', ([at, minutes, over]) => {
  expect(after(at, minutes)).toBe(over)
})

test('where nobody ever works, the clock alone counts', () => {
  const never = { opensAt: 12, closesAt: 9 }

  expect(after('2026-03-10T06:00:00.000Z', 60, never)).toBe('2026-03-10T07:00:00.000Z')
})
