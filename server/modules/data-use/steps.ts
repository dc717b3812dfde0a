import { sql } from 'drizzle-orm'
import { addDays, startOfDay } from '#contract/kernel/calendar.ts'
import { isReveal } from '#contract/kernel/personal-data.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { dataUseRows } from './store.ts'

/** Days that are counted again by every run: nothing is lost by a night without one. */
const daysBack = 7

/** Counts one day that is over. Counted again, it says the same. */
function countDay(tx: Db, date: LocalDate, { clock, registry }: Pick<AppContext, 'clock' | 'registry'>) {
  const reveals = [...registry.entries.values()].filter(({ endpoint }) => isReveal(endpoint))
  const commands = sql.join(
    reveals.map(({ endpoint }) => sql`${endpoint.id}`),
    sql`, `,
  )
  const at = (day: LocalDate) => sql`${startOfDay(day, clock.country)}::timestamptz`
  return rowsOf(
    tx,
    sql`insert into ${dataUseRows} (id, date, staff_id, reveals, exports, exported_rows, rank, counted_at)
      select ${`${date} `} || actor, ${date}::date, actor, reveals, exports, taken,
        rank() over (order by reveals + taken desc), ${clock.now().toISOString()}::timestamptz
      from (
        select l.actor_id as actor, (count(*) filter (where l.command in (${commands})))::int as reveals,
          (count(*) filter (where l.command like '%.export'))::int as exports,
          coalesce(sum((l.input ->> 'rows')::int) filter (where l.command like '%.export'), 0)::int as taken
        from ${auditRows} l join ${staffRows} s on s.id = l.actor_id
        where l.at >= ${at(date)} and l.at < ${at(addDays(date, 1))} and l.outcome = 'done'
          and (l.command in (${commands}) or l.command like '%.export')
        group by 1
      ) used
      on conflict (date, staff_id) do update set reveals = excluded.reveals, exports = excluded.exports,
        exported_rows = excluded.exported_rows, rank = excluded.rank
      returning id`,
  )
}

/** Counts who had how much personal data shown to them and took along, on the days that are over. @returns how many rows. */
export async function countDataUse(tx: Db, app: Pick<AppContext, 'clock' | 'registry'>): Promise<number> {
  const day = today(app.clock, app.clock.now())
  let rows = 0
  for (let back = 1; back <= daysBack; back++) rows += (await countDay(tx, addDays(day, -back), app)).length
  return rows
}
