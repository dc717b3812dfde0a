import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Holiday } from '#contract/holidays.ts'
import { contactWeek } from '#contract/kernel/contact-hours.ts'
import type { ReadContext } from '#server/kernel/listing/column-mapping.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { holidayRows } from './store.ts'

/** List source: days on which the business is closed. */
export const holidaySource: Source<Holiday> = {
  table: holidayRows,
  from: sql`${holidayRows}`,
  columns: () => ({
    id: holidayRows.id,
    version: holidayRows.version,
    date: holidayRows.date,
    name: holidayRows.name,
    quiet: holidayRows.quiet,
    changedBy: holidayRows.changedBy,
    createdAt: holidayRows.createdAt,
  }),
  scope: unscoped,
}

/** Whether a moment lies outside of contact hours, by the week of the country and the calendar as it is kept today. */
export function outsideContactHours(at: Column, { country, offsetMinutes }: ReadContext): SQL {
  const local = sql`(${at} + make_interval(mins => ${offsetMinutes}))`
  const hour = sql`extract(hour from ${local})::int`
  const week = contactWeek(country)
  const windows = [...new Map(week.flatMap((window) => (window ? [[window.join(), window]] : []))).values()]
  const open = windows.map(([from, to]) => {
    const days = week.flatMap((window, i) => (window?.[0] === from && window[1] === to ? [sql`${i + 1}::int`] : []))
    return sql`(${hour} >= ${from}::int and ${hour} < ${to}::int
      and extract(isodow from ${local})::int in (${sql.join(days, sql`, `)}))`
  })
  const quiet = sql`exists (select from ${holidayRows} q where q.quiet and q.date = ${local}::date)`
  return sql`(${at} is not null and (not (${sql.join(open, sql` or `)}) or ${quiet}))`
}
