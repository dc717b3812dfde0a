import { expect, test } from 'vitest'
import { dueFacts } from '#contract/due-facts.ts'
import { addDays, daysBetween } from '#contract/kernel/calendar.ts'
import type { Listing } from '#contract/kernel/list.ts'
import type { Report } from '#contract/kernel/report.ts'
import { LocalDate } from '#contract/kernel/values.ts'
import { auditDays } from '#server/report-audit/audit-days.ts'
import { auditReport, CallFailed } from '#server/report-audit/cells.ts'

const today = LocalDate.parse('2026-03-10')
const asked = { by: 'dueDate', grain: 'day' } as const
// a list of any noun stands for all
const of = { report: dueFacts.report as Report, listing: dueFacts.list as unknown as Listing, asked } as const
const nothing = { rows: [], total: {}, currency: 'INR', asOf: '2026-03-09' }

/** Refuses ranges of more than so many days, by what they are asked for. */
const refusing = (daysMax: number, taken: string[]) => ({
  get(address: string) {
    const q = new URLSearchParams(address.slice(address.indexOf('?'))).get('q')!
    const [first, last = today] = q.match(/\d{4}-\d\d-\d\d/g)!.map((day) => LocalDate.parse(day))
    if (daysBetween(first!, last) >= daysMax)
      throw new CallFailed(address, { msg: 'too long', fault: 'range_too_long' })
    taken.push(q)
    return Promise.resolve({ data: nothing })
  },
})

test('a range with more rows than a report shows is walked in pieces: every day once, and those to come', async () => {
  const taken: string[] = []

  await auditDays(of, { first: addDays(today, -6), last: null }, refusing(2, taken), today)

  expect(taken).toEqual([
    ...['dueDate:2026-03-04..2026-03-04', 'dueDate:2026-03-05..2026-03-06', 'dueDate:2026-03-07..2026-03-08'],
    'dueDate>=2026-03-09',
  ])
  await expect(auditDays(of, { first: today, last: null }, refusing(0, []), today)).rejects.toThrow('too long')
})

test('a blank cell is wrong where its day is reached and its rate is of something, and right where it is ahead', async () => {
  const rows = ['2026-03-05', '2026-03-08'].map((value) => ({ value, cells: { overdueT3: null } }))
  const caller = (count: number) => ({
    get: (address: string) =>
      Promise.resolve({ data: address.includes('/totals') ? { count, sums: {} } : { ...nothing, rows } }),
  })

  const found = await auditReport(of, caller(2))
  expect(found.differences).toMatchObject([{ measure: 'overdueT3', row: '2026-03-05', cell: null, list: 2 }])
  expect(await auditReport(of, caller(0))).toMatchObject({ blank: 1, differences: [] })
})
