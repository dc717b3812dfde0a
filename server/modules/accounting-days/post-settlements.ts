import { type SQL, sql } from 'drizzle-orm'
import { startOfDay } from '#contract/kernel/calendar.ts'
import type { Clock } from '#server/kernel/base/clock.ts'
import { type Database, type Db, rowsOf } from '#server/kernel/base/database.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import { movementsOfExplained, movementsOfRefunds, movementsOfReport } from './movements.ts'
import { insertFresh, type PostingSpan } from './post.ts'
import { journalEntryRows as entries } from './store.ts'

/** Posts those of these movements that no entry says yet. */
const post = (db: Db, moved: SQL, { from, through }: PostingSpan): Promise<void> =>
  db.transaction(async (tx) => {
    await setSessionVariables(tx, 'closeDays', 'lists')
    await tx.execute(sql`with fresh as (
        select moved.*, greatest(booked_on, ${from ?? '1000-01-01'}::date) as day from (${moved}) moved
        where not exists (select from ${entries} e where e.id = moved.id))
      ${insertFresh} where day <= ${through}`)
  })

/**
 * Posts what gateways keep and take back, report by report. A report is booked on the day it was taken in, never late: of those
 * from before the first open day everything is posted. Refunds are cleared whenever their payment is reversed, adjustments once
 * they are explained.
 */
export async function postSettlements(
  { db, idle }: Pick<Database, 'db' | 'idle'>,
  span: PostingSpan,
  clock: Clock,
): Promise<void> {
  const since = span.from && startOfDay(span.from, clock.country)
  const reports = await rowsOf<{ id: string }>(
    db,
    sql`select id from settlement_reports where ${since ? sql`created_at >= ${since}::timestamptz` : sql`true`} order by id`,
  )
  for (const { id } of reports) {
    await post(db, movementsOfReport(id, clock), span)
    await idle()
  }
  await post(db, movementsOfRefunds(clock), span)
  await post(db, movementsOfExplained(since, clock), span)
}
