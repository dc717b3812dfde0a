import { expect, test } from 'vitest'
import { formatAgo, formatInstant, formatTime } from '#src/locale/format.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

test.for([
  [0, '0 minutes ago'],
  [minute - 1, '0 minutes ago'],
  [minute, '1 minute ago'],
  [hour - 1, '59 minutes ago'],
  [hour, '1 hour ago'],
  [day - 1, '23 hours ago'],
  [day, '1 day ago'],
  [40 * day, '40 days ago'],
  [-day, '0 minutes ago'],
] as const)('%i ms ago is %s', ([past, said]) => {
  expect(formatAgo(1e12 - past, 1e12, 'en')).toBe(said)
})

test('how long ago it was is said in the language of the screen', () => {
  expect(['zh', 'es', 'vi', 'id', 'ja'].map((language) => formatAgo(0, 3 * hour, language))).toEqual([
    '3小时前',
    'hace 3 horas',
    '3 giờ trước',
    '3 jam yang lalu',
    '3 時間前',
  ])
})

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

test('a moment is on the day that it is where the business runs', () => {
  expect(formatInstant('2026-01-31T20:00:00.000Z', 'IN')).toBe('2026-02-01 01:30:00')
})
