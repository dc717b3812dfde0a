import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  addDays,
  businessDate,
  Country,
  daysBetween,
  endOfDay,
  localTime,
  nextMonth,
  startOfDay,
  weekday,
} from '#contract/kernel/calendar.ts'
import { countries, offsetMinutesOf } from '#contract/kernel/countries.ts'
import { Instant, LocalDate } from '#contract/kernel/values.ts'

const day = (text: string) => LocalDate.parse(text)
const at = (text: string) => Instant.parse(text)
const anyCountry = fc.constantFrom(...Country.options)
const anyDay = fc
  .date({ min: new Date('1000-01-02'), max: new Date('8999-12-30'), noInvalidDate: true })
  .map((date) => day(date.toISOString().slice(0, 10)))
const ourDay = fc
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
    fc.property(ourDay, fc.integer({ min: -5000, max: 5000 }), (date, days) => {
      expect(daysBetween(date, addDays(date, days))).toBe(days)
    }),
  )
})

test('after the last day of a month comes the first of the next one', () => {
  fc.assert(
    fc.property(ourDay, (date) => {
      const first = nextMonth(date)
      const last = addDays(first, -1)

      expect(first.slice(7)).toBe('-01')
      expect(last.slice(0, 7)).toBe(date.slice(0, 7))
      expect(Number(last.slice(8))).toBe(
        new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate(),
      )
    }),
  )
})

test('February has 29 days in every fourth year, but for three of four centuries', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 8999 }), (year) => {
      const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      const text = String(year)

      expect(addDays(day(`${text}-02-28`), 1)).toBe(isLeap ? `${text}-02-29` : `${text}-03-01`)
      expect(LocalDate.safeParse(`${text}-02-29`).success).toBe(isLeap)
    }),
  )
})

test.each(['2026-02-30', '2025-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-1-5'])(
  '%s is no date',
  (text) => {
    expect(LocalDate.safeParse(text).success).toBe(false)
  },
)

test.each(['0000-01-01', '0999-12-31', '9000-01-01', '9999-12-31'])(
  '%s is in no year that is reckoned with',
  (text) => {
    expect(LocalDate.safeParse(text).success).toBe(false)
    expect(Instant.safeParse(`${text}T00:00:00Z`).success).toBe(false)
  },
)

test.each(['0000-01-01', '9999-12-31'] as string[] as LocalDate[])('no sum leaves the years 0 to 9999: %s', (date) => {
  expect(() => addDays(date, date.startsWith('0') ? -1 : 1)).toThrow(RangeError)
})

test.each(['America/Santiago', 'Europe/Berlin', 'Australia/Lord_Howe'])(
  'a machine in %s reckons the same days',
  (zone) => {
    vi.stubEnv('TZ', zone)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    const quarterMs = 15 * 60_000
    const year = { from: Date.UTC(2026, 0, 1), quarters: 365 * 96 }

    fc.assert(
      fc.property(fc.nat(year.quarters), anyCountry, (quarters, country) => {
        const moment = new Date(year.from + quarters * quarterMs)
        const there = new Date(moment.getTime() + offsetMinutesOf(country) * 60_000).toISOString()
        const date = businessDate(at(moment.toISOString()), country)

        expect(date).toBe(there.slice(0, 10))
        expect(localTime(there.slice(0, 19), country)).toBe(moment.toISOString())
        expect(daysBetween(date, addDays(date, 90))).toBe(90)
      }),
      { numRuns: 300 },
    )
  },
)

test('a day of the week comes back after seven days, and not before', () => {
  fc.assert(
    fc.property(ourDay, fc.nat(3000), (date, days) => {
      expect(weekday(addDays(date, days)) === weekday(date)).toBe(days % 7 === 0)
    }),
  )
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
