import { expect, test } from 'vitest'
import { contactWindow, openingText } from '#contract/kernel/contact-hours.ts'
import { contactLimitsOf, contactsPerDay } from '#contract/kernel/contact-limits.ts'

test.for([
  ['VN', 0, 5],
  ['VN', 3, 3],
  ['VN', 8, 5],
  ['CO', 5, 1],
  ['IN', 5, 5],
  ['IN', 0, null],
] as const)(
  'in %s, where the business allows %d contacts a day (0: as the law has it), there are %s',
  ([country, own, allowed]) => {
    expect(contactsPerDay(country, own)).toBe(allowed)
  },
)

test('only Colombia keeps to the channel by which somebody was spoken to', () => {
  expect(contactLimitsOf('CO').oneChannelPerWeek).toBe(true)
  expect(contactLimitsOf('VN').oneChannelPerWeek).toBe(false)
})

test('the window of a day is told as moments; on a Sunday in Colombia, and on a quiet day, there is none', () => {
  const none = new Set<never>()
  expect(contactWindow('2026-03-10' as never, 'IN', none)).toEqual({
    from: '2026-03-10T02:30:00.000Z',
    to: '2026-03-10T13:30:00.000Z',
  })
  expect(contactWindow('2026-03-14' as never, 'CO', none)).toEqual({
    from: '2026-03-14T13:00:00.000Z',
    to: '2026-03-14T20:00:00.000Z',
  })
  expect(contactWindow('2026-03-15' as never, 'CO', none)).toBeNull()
  expect(contactWindow('2026-03-10' as never, 'IN', new Set(['2026-03-10' as never]))).toBeNull()
})

test('when a window opens is said by the clock of the country', () => {
  expect(openingText(new Date('2026-03-11T02:30:00Z'), 'IN')).toBe('2026-03-11 08:00')
})
