import { and, eq, isNotNull, isNull, lt, min, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Clock, localDay } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { padded } from '#server/kernel/base/ids.ts'
import { recoveryRows as rows } from '../store.ts'

/** The month that a recovery belongs to, by its first day: that of its value time. */
const paidMonth = (clock: Pick<Clock, 'country'>) => sql`date_trunc('month', ${localDay(rows.paidAt, clock)})::date`

/** Whose recoveries a statement takes: of one agency, booked before a moment. */
interface StatementSpan {
  readonly statementId: IdOf<'commissionStatement'>
  readonly agencyId: IdOf<'unit'>
  readonly before: Date
}

/** What recoveries of a statement that stand in one line of it come to. */
export interface LineTotals {
  readonly lineId: IdOf<'commissionLine'>
  readonly paidMonth: string
  readonly entry: (typeof rows.$inferSelect)['entry']
  readonly stage: IdOf<'stage'>
  readonly ratePpm: number | null
  readonly entries: number
  readonly amountMinor: number
  readonly commissionMinor: number
}

/** So many digits the number of a line has at least. */
const lineDigits = 3

/** Agencies with recoveries booked before a moment that stand in no statement, and when the first of theirs was booked. */
export async function agenciesUnstated(tx: Db, before: Date): Promise<{ agencyId: IdOf<'unit'>; since: Date }[]> {
  const found = await tx
    .select({ agencyId: rows.agencyId, since: min(rows.bookedAt) })
    .from(rows)
    .where(and(isNotNull(rows.agencyId), isNull(rows.statementId), lt(rows.bookedAt, before)))
    .groupBy(rows.agencyId)
    .orderBy(rows.agencyId)
  return found.map(({ agencyId, since }) => ({ agencyId: agencyId!, since: since! })) // asked for; of a group there is one
}

/**
 * Has a statement take what stands in none, and says on which line of it: one for each month that they belong to, kind of
 * entry, stage and rate. Answers how many recoveries those are.
 */
export async function takeIntoStatement(
  tx: Db,
  { statementId, agencyId, before }: StatementSpan,
  clock: Pick<Clock, 'country'>,
): Promise<number> {
  const taken = await rowsOf(
    tx,
    sql`update ${rows} set statement_id = ${statementId}, line_id = ${statementId} || '-' || ${padded(sql`waiting.line`, lineDigits)}
      from (select ${rows.id} as id,
          dense_rank() over (order by ${paidMonth(clock)}, ${rows.entry}, ${rows.stage}, ${rows.ratePpm}) as line
        from ${rows} where ${rows.agencyId} = ${agencyId} and ${rows.statementId} is null
          and ${rows.bookedAt} < ${before.toISOString()}::timestamptz) waiting
      where waiting.id = ${rows.id} returning ${rows.id}`,
  )
  return taken.length
}

/** What the lines of a statement come to. */
export const linesOf = (
  tx: Db,
  statementId: IdOf<'commissionStatement'>,
  clock: Pick<Clock, 'country'>,
): Promise<LineTotals[]> =>
  rowsOf(
    tx,
    sql`select ${rows.lineId} as "lineId", min(${paidMonth(clock)})::text as "paidMonth", min(${rows.entry}) as entry,
        min(${rows.stage}) as stage, min(${rows.ratePpm}) as "ratePpm", count(*)::int as entries,
        sum(${rows.amountMinor})::bigint as "amountMinor", sum(${rows.commissionMinor})::bigint as "commissionMinor"
      from ${rows} where ${rows.statementId} = ${statementId} group by ${rows.lineId} order by length(${rows.lineId}), ${rows.lineId}`,
  )

/** Notes which recoveries of a statement are in dispute as it is closed. */
export async function keepDisputes(tx: Db, statementId: IdOf<'commissionStatement'>): Promise<void> {
  const disputed = and(eq(rows.statementId, statementId), eq(rows.state, 'disputed'))
  await tx.update(rows).set({ openAtClosing: true }).where(disputed)
}
