import { expect, onTestFinished, test, vi } from 'vitest'
import { formatDuration, formatInstant, formatTime } from '#src/locale/format.ts'

const noon = '2026-01-31T12:00:00.000Z'
test.for([
  ['IN', '17:30:00'],
  ['MX', '06:00:00'],
  ['PE', '07:00:00'],
  ['CO', '07:00:00'],
  ['CL', '08:00:00'],
  ['TZ', '15:00:00'],
  ['KEN', '15:00:00'],
  ['NG', '13:00:00'],
  ['PK', '17:00:00'],
  ['PH', '20:00:00'],
  ['VN', '19:00:00'],
  ['ID', '19:00:00'],
  ['XX', '06:00:00'],
  ['', '06:00:00'],
  ['constructor', '06:00:00'],
] as const)('at noon of UTC the clock of “%s” shows %s', ([country, time]) => {
  expect(formatTime(noon, country)).toBe(time)
})

test.for([
  [0, '00:00'],
  [64, '01:04'],
  [3_599, '59:59'],
  [3_600, '1:00:00'],
  [363_845, '101:04:05'],
] as const)('%s seconds are %s', ([seconds, told]) => {
  expect(formatDuration(seconds)).toBe(told)
})

test('a moment is on the day that it is where the business runs', () => {
  expect(formatInstant('2026-01-31T20:00:00.000Z', 'IN')).toBe('2026-02-01 01:30:00')
})

test('the clock of the country does not follow the summer time of the machine', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  onTestFinished(() => void vi.unstubAllEnvs())

  // at two in the morning of that day, clocks in Berlin are put to three
  expect(formatInstant('2026-03-28T20:30:00.000Z', 'IN')).toBe('2026-03-29 02:00:00')
})
