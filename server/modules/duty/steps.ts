import { sql } from 'drizzle-orm'
import type { Duty } from '#contract/duty-days.ts'
import { weekday } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { dutyDayRows, dutyPatternRows } from './store.ts'

export { uncoveredOn } from './uncovered.ts'

/**
 * What everybody on the schedule does on a day. Whoever is missing is not on it. What is saved today counts from the next
 * run on: a run asks once, when it begins.
 */
export async function dutyOf(tx: Db, day: LocalDate): Promise<ReadonlyMap<IdOf<'staff'>, Duty>> {
  const rows = await rowsOf<{ staff: IdOf<'staff'>; duty: Duty }>(
    tx,
    sql`select p.staff_id as staff,
          coalesce(d.duty, case when bool_or(p.works and p.weekday = ${weekday(day)}) then 'work' else 'rest' end) as duty
        from ${dutyPatternRows} p
        left join ${dutyDayRows} d on d.staff_id = p.staff_id and d.day = ${day}::date
        group by p.staff_id, d.duty`,
  )
  return new Map(rows.map(({ staff, duty }) => [staff, duty]))
}
