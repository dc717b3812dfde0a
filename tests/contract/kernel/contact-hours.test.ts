import { expect, test } from 'vitest'
import type { Country } from '#contract/kernel/calendar.ts'
import { contactHours, dueDaysUntilNextContact } from '#contract/kernel/contact-hours.ts'
import type { Instant, LocalDate } from '#contract/kernel/values.ts'

const at = (instant: string, country: Country) => contactHours(instant as Instant, country)

test.for([
  // 8 to 19 in India, five and a half hours ahead
  ['2026-03-10T02:30:00.000Z', 'IN'],
  ['2026-03-10T13:29:59.999Z', 'IN'],
  // to 22 in Mexico, when it is the next day in London
  ['2026-03-11T03:59:59.000Z', 'MX'],
  // Saturday in Colombia
  ['2026-03-14T13:00:00.000Z', 'CO'],
  // six in the morning in Manila, seven in the evening less a second in Lagos
  ['2026-03-09T22:00:00.000Z', 'PH'],
  ['2026-03-10T17:59:59.000Z', 'NG'],
  // nothing known of Kenya
  ['2026-03-10T05:00:00.000Z', 'KEN'],
] as const)('at %s customers in %s may be contacted', ([instant, country]) => {
  expect(at(instant, country)).toEqual({ ok: true })
})

test.for([
  ['2026-03-10T02:29:59.999Z', 'IN', '2026-03-10 08:00'],
  ['2026-03-10T13:30:00.000Z', 'IN', '2026-03-11 08:00'],
  ['2026-03-10T19:00:00.000Z', 'IN', '2026-03-11 08:00'],
  ['2026-03-11T04:00:00.000Z', 'MX', '2026-03-11 07:00'],
  ['2026-12-31T14:00:00.000Z', 'VN', '2027-01-01 07:00'],
  // after three on Saturday, and all Sunday, until Monday
  ['2026-03-14T20:00:00.000Z', 'CO', '2026-03-16 07:00'],
  ['2026-03-15T15:00:00.000Z', 'CO', '2026-03-16 07:00'],
  ['2026-03-10T14:00:00.000Z', 'PH', '2026-03-11 06:00'],
  ['2026-03-10T18:00:00.000Z', 'NG', '2026-03-11 08:00'],
  // from Saturday evening to Monday in Indonesia
  ['2026-03-14T13:00:00.000Z', 'ID', '2026-03-16 08:00'],
  ['2026-03-15T05:00:00.000Z', 'ID', '2026-03-16 08:00'],
  ['2026-03-10T16:00:00.000Z', 'KEN', '2026-03-11 08:00'],
] as const)('at %s customers in %s are left alone until %s', ([instant, country, opens]) => {
  expect(at(instant, country)).toEqual({ ok: false, fault: 'out_of_hours', values: { opens } })
})

test.for([
  ['2026-03-14', 'IN', ['2026-03-14']],
  // nobody in Colombia is written to on a Sunday
  ['2026-03-13', 'CO', ['2026-03-13']],
  ['2026-03-14', 'CO', ['2026-03-14', '2026-03-15']],
] as const)('on %s customers in %s are told of what falls due on %j', ([day, country, days]) => {
  expect(dueDaysUntilNextContact(day as LocalDate, country, new Set())).toEqual(days)
})

test('on a holiday that is quiet customers are left alone, and what falls due then is told the day before', () => {
  const quiet = new Set(['2026-03-10', '2026-03-11'] as LocalDate[])

  expect(contactHours('2026-03-10T05:00:00.000Z' as Instant, 'IN', quiet)).toEqual({
    ...{ ok: false, fault: 'out_of_hours', values: { opens: '2026-03-12 08:00' } },
  })
  expect(contactHours('2026-03-12T05:00:00.000Z' as Instant, 'IN', quiet)).toEqual({ ok: true })
  expect(dueDaysUntilNextContact('2026-03-09' as LocalDate, 'IN', quiet)).toEqual([
    ...['2026-03-09', '2026-03-10', '2026-03-11'],
  ])
})
