import { expect, test } from 'vitest'
import type { LocalDate } from '#contract/kernel/values.ts'
import { formatWeekdays, outboundWindow, parseDates, parseWeekdays } from '#contract/outbound-days.ts'

const none = new Set<LocalDate>()
const tuesday = '2026-03-10' as LocalDate
const asked = { weekdays: '1-5', dates: null, startTime: '07:30', endTime: '12:15' }

test.for([
  ['1-5', [1, 2, 3, 4, 5], '1-5'],
  ['7, 1-2', [1, 2, 7], '1, 2, 7'],
  ['3,3,4 , 5-7', [3, 4, 5, 6, 7], '3-7'],
  ['5-1', null, null],
  ['1-', null, null],
] as const)('weekdays %s', ([text, days, kept]) => {
  expect(parseWeekdays(text)).toEqual(days)
  expect(days && formatWeekdays(days)).toBe(kept)
})

test('dates are read in any order, each once; what is none is refused', () => {
  expect(parseDates('2026-12-31, 2026-12-24,2026-12-31')).toEqual(['2026-12-24', '2026-12-31'])
  expect(parseDates('2026-02-30')).toBeNull()
  expect(parseDates('24.12.2026')).toBeNull()
})

test('the hours are those asked for within those of the law', () => {
  expect(outboundWindow(asked, tuesday, 'IN', none)).toEqual({
    from: '2026-03-10T02:30:00.000Z', // 08:00, when the law opens
    to: '2026-03-10T06:45:00.000Z',
  })
  expect(outboundWindow({ ...asked, startTime: '19:00', endTime: '20:00' }, tuesday, 'IN', none)).toBeNull()
})

test('on no other weekday, and on no quiet day; on a date whatever its weekday', () => {
  const saturday = '2026-03-14' as LocalDate
  expect(outboundWindow(asked, saturday, 'IN', none)).toBeNull()
  expect(outboundWindow({ ...asked, dates: '2026-03-14' }, saturday, 'IN', none)).not.toBeNull()
  expect(outboundWindow({ ...asked, weekdays: null, dates: '2026-03-14' }, tuesday, 'IN', none)).toBeNull()
  expect(outboundWindow(asked, tuesday, 'IN', new Set([tuesday]))).toBeNull()
})
