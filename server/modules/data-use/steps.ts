import { type SQL, sql } from 'drizzle-orm'
import { dataRequests } from '#contract/data-requests.ts'
import { documents } from '#contract/documents.ts'
import { exports } from '#contract/exports.ts'
import { addDays, startOfDay } from '#contract/kernel/calendar.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
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

/** The largest number that a column of integers holds. */
const integerMax = 2_147_483_647

/** Files of a single customer. */
const documentFiles = [dataRequests.download, documents.statement, documents.contract]
const idsOf = (endpoints: readonly Pick<Endpoint, 'id'>[]): SQL =>
  sql.join(
    endpoints.map(({ id }) => sql`${id}`),
    sql`, `,
  )

/** How many rows were taken along in a way, up to the largest number there is: a console says how many it has copied. */
const rowsOfKind = (kind: 'export' | 'copy'): SQL =>
  sql`least(coalesce(sum(rows::bigint) filter (where kind = ${kind}), 0), ${integerMax})::int`

/** Counts one day that is over. Counted again, it says the same. */
function countDay(tx: Db, date: LocalDate, { clock, registry }: Pick<AppContext, 'clock' | 'registry'>) {
  const reveals = [...registry.entries.values()].filter(({ endpoint }) => isReveal(endpoint))
  const shown = idsOf(reveals.map(({ endpoint }) => endpoint))
  const at = (day: LocalDate) => sql`${startOfDay(day, clock.country)}::timestamptz`
  return rowsOf(
    tx,
    sql`insert into ${dataUseRows}
        (id, date, staff_id, reveals, exports, exported_rows, copied_rows, documents, rank, counted_at)
      select ${`${date} `} || actor, ${date}::date, actor, reveals, exports, exported, copied, documents,
        rank() over (order by reveals::bigint + exported + copied + documents desc), ${clock.now().toISOString()}::timestamptz
      from (
        select actor, (count(*) filter (where kind = 'reveal'))::int as reveals,
          (count(*) filter (where kind = 'export'))::int as exports,
          ${rowsOfKind('export')} as exported,
          ${rowsOfKind('copy')} as copied,
          (count(*) filter (where kind = 'document'))::int as documents
        from (
          select l.actor_id as actor, l.input ->> 'rows' as rows, case
            when l.command in (${shown}) then 'reveal' when l.command like '%.export' then 'export'
            when l.command = ${exports.copied.id} then 'copy' when l.command in (${idsOf(documentFiles)}) then 'document'
          end as kind
          from ${auditRows} l join ${staffRows} s on s.id = l.actor_id
          where l.at >= ${at(date)} and l.at < ${at(addDays(date, 1))} and l.outcome = 'done'
        ) told where kind is not null group by 1
      ) used
      on conflict (date, staff_id) do update set reveals = excluded.reveals, exports = excluded.exports,
        exported_rows = excluded.exported_rows, copied_rows = excluded.copied_rows, documents = excluded.documents,
        rank = excluded.rank
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
