import { expect, test } from 'vitest'
import { dueFacts } from '#contract/due-facts.ts'
import { queryFieldsOf } from '#contract/kernel/personal-data.ts'
import { periodBefore } from '#contract/kernel/report-period.ts'
import { LocalDate } from '#contract/kernel/values.ts'

const reader = { ...queryFieldsOf(dueFacts.list, true), currency: 'INR' } as const
const today = LocalDate.parse('2026-11-20')
const before = (q: string) => periodBefore(dueFacts.report, q, { reader, today })

test.for<[q: string, days: number, earlier: string]>([
  ['dueDate:-44d', 45, 'dueDate:2026-08-23..2026-10-06'],
  ['dueDate:2026-11-01..2026-11-10', 10, 'dueDate:2026-10-22..2026-10-31'],
  ['dueDate:today', 1, 'dueDate:2026-11-19..2026-11-19'],
  ['dueDate:2026-10', 31, 'dueDate:2026-08-31..2026-09-30'],
  ['product=IN-7 dueDate:-6d is:firstLoan', 7, 'product=IN-7 dueDate:2026-11-07..2026-11-13 is:firstLoan'],
])('%s is %i days, before which there are %s', ([q, days, earlier]) => {
  expect(before(q)).toEqual({ q: earlier, days })
})

test.for([
  '',
  'is:firstLoan',
  'dueDate>2026-10-01',
  'dueDate:..today',
  '-dueDate:2026-10',
  'dueDate:today,yesterday',
  'dueDate:today..-5d',
])('of %s nobody knows what was before', (q) => {
  expect(before(q)).toBeNull()
})
