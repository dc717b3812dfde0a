import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  businessDate,
  Country,
  daysBetween,
  endOfDay,
  localTime,
  startOfDay,
  weekday,
} from '#contract/kernel/calendar.ts'
import { countries, offsetMinutesOf } from '#contract/kernel/countries.ts'
import { Instant, LocalDate } from '#contract/kernel/values.ts'

const day = (text: string) => LocalDate.parse(text)
const at = (text: string) => Instant.parse(text)
const anyCountry = fc.constantFrom(...Country.options)
const anyDay = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => day(date.toISOString().slice(0, 10)))

test.each([
  ['MX', -6, 'MXN'],
  ['PE', -5, 'PEN'],
  ['CO', -5, 'COP'],
  ['CL', -4, 'CLP'],
  ['IN', 5.5, 'INR'],
  ['TZ', 3, 'TZS'],
  ['KEN', 3, 'KES'],
  ['NG', 1, 'NGN'],
  ['PK', 5, 'PKR'],
  ['PH', 8, 'PHP'],
  ['VN', 7, 'VND'],
  ['ID', 7, 'IDR'],
] as const)('%s is %d hours from UTC and pays in %s', (country, hours, currency) => {
  expect(offsetMinutesOf(country)).toBe(hours * 60)
  expect(countries[country].currency).toBe(currency)
})

test('there are no countries but those of the table', () => {
  expect(Country.options).toHaveLength(12)
})

test.each(['XX', '', 'KE', 'toString'])('the clock of the unknown country %j is six hours behind', (code) => {
  expect(offsetMinutesOf(code)).toBe(-360)
})

test.each([
  ['2026-01-31T18:29:59Z', 'IN', '2026-01-31'],
  ['2026-01-31T18:30:00Z', 'IN', '2026-02-01'],
  ['2026-01-31T05:59:59.999Z', 'MX', '2026-01-30'],
  ['2026-01-31T06:00:00Z', 'MX', '2026-01-31'],
  ['2025-12-31T17:00:00Z', 'VN', '2026-01-01'],
] as const)('at %s it is in %s the %s', (instant, country, date) => {
  expect(businessDate(at(instant), country)).toBe(date)
})

test('a day begins and ends at local midnight', () => {
  expect(startOfDay(day('2026-03-07'), 'IN')).toBe('2026-03-06T18:30:00.000Z')
  expect(endOfDay(day('2026-03-07'), 'IN')).toBe('2026-03-07T18:29:59.999Z')
  expect(startOfDay(day('2026-03-07'), 'MX')).toBe('2026-03-07T06:00:00.000Z')
})

test('a day holds its first and last moment, and the next day begins right after', () => {
  fc.assert(
    fc.property(anyDay, anyCountry, (date, country) => {
      const end = endOfDay(date, country)

      expect(businessDate(startOfDay(date, country), country)).toBe(date)
      expect(businessDate(end, country)).toBe(date)
      expect(Date.parse(startOfDay(addDays(date, 1), country)) - Date.parse(end)).toBe(1)
      expect(Instant.safeParse(end).success).toBe(true)
    }),
  )
})

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-03-10', 7, '2026-03-17'],
  ['2026-03-10', 0, '2026-03-10'],
])('%s and %i days is %s', (from, days, to) => {
  expect(addDays(day(from), days)).toBe(to)
})

test('days are counted as they are added', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (date, days) => {
      expect(daysBetween(date, addDays(date, days))).toBe(days)
    }),
  )
})

test('a date past the year 9999 is refused', () => {
  expect(() => addDays(day('9999-12-31'), 1)).toThrow(RangeError)
})

test('the week begins on Monday and has seven days', () => {
  const monday = day('2026-03-02')

  expect([0, 1, 2, 3, 4, 5, 6, 7].map((days) => weekday(addDays(monday, days)))).toEqual([1, 2, 3, 4, 5, 6, 7, 1])
})

test.each([
  ['2016-08-15 18:22:40.000000', 'IN', '2016-08-15T12:52:40.000Z'],
  ['2016-08-15 18:22:40.123456', 'NG', '2016-08-15T17:22:40.123Z'],
  ['2016-08-15T00:00:00', 'VN', '2016-08-14T17:00:00.000Z'],
  ['2016-08-15 18:22:40.5', 'MX', '2016-08-16T00:22:40.500Z'],
] as const)('%s on a clock in %s is %s', (text, country, instant) => {
  expect(localTime(text, country)).toBe(instant)
})

test.each([
  '',
  '2016-08-15',
  '2016-02-30 10:00:00',
  '2015-02-29 10:00:00',
  '2016-13-01 10:00:00',
  '2016-08-15 24:00:00',
  '2016-08-15 10:60:00',
  '2016-08-15 10:00',
  '2016-08-15 10:00:00Z',
  '2016-08-15 10:00:00+05:30',
  '15/08/2016 10:00:00',
  ' 2016-08-15 10:00:00',
  '0000-01-01 00:00:00',
  '9999-12-31 23:59:59',
])('%j is no reading of a clock', (text) => {
  expect(localTime(text, 'IN')).toBeUndefined()
})
