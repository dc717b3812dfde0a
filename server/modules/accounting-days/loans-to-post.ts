import { type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf } from '#server/kernel/base/database.ts'
import { keptWatermark } from '#server/kernel/jobs/watermark.ts'
import type { LoanSet } from './movements.ts'
import { journalPendingRows as pending } from './store.ts'

/** So many orders are posted at once. On the embedded database everybody waits for that. */
const atOnce = { embedded: 1_000, server: 4_000 }

/** Watermark of the nights: what was written since the last one began has not been posted. */
export const watermark = 'accountingDays.mark'

/**
 * Every table that movements and accounts are read from, by how its rows belong to orders. What deletes a row writes that down
 * in `book_deletions`.
 */
const sources = {
  loans: 'id',
  plans: 'loan_id',
  payments: 'loan_id',
  reductions: 'loan_id',
  coupons: 'loan_id',
  losses: 'loan_id',
  write_offs: 'loan_id',
  book_deletions: 'loan_id',
} as const
const ofPlans = ['penalties', 'penalty_corrections', 'allocations'] as const

/** Orders of which something was written by a transaction behind the mark, and those that wait. A pay-out moves the order it extends. */
function writtenSince(mark: string): SQL {
  const isBehind = sql`age(w.xmin) <= (select age from behind)`
  const byLoan = Object.entries(sources).map(
    ([table, column]) => sql`select w.${sql.raw(column)} as id from ${sql.raw(table)} w where ${isBehind}`,
  )
  // materialized: which plans is found first, and their orders are looked up
  const byPlan = ofPlans.map((table) => sql`select distinct w.plan_id from ${sql.raw(table)} w where ${isBehind}`)
  return sql`with behind as materialized (select age((${mark}::xid8)::xid) as age),
      planned as materialized (${sql.join(byPlan, sql` union `)})
    select distinct id from (${sql.join(byLoan, sql` union all `)}
      union all select w.parent_id from loans w where ${isBehind} and w.parent_id is not null
      union all select p.loan_id from planned join plans p on p.id = planned.plan_id
      union all select loan_id from ${pending}) written
    where id is not null order by id`
}

async function* wholeBook({ db, kind }: Pick<Database, 'db' | 'kind'>): AsyncGenerator<LoanSet> {
  for (let after = ''; ; ) {
    const [last] = await rowsOf<{ id: string | null }>(
      db,
      sql`select max(id) as id from (select id from loans where id > ${after} order by id limit ${atOnce[kind]}) chunk`,
    )
    if (!last?.id) return
    yield { after, upTo: last.id }
    after = last.id
  }
}

/** Orders to look at, in chunks: those that were written to since the last night, and all where that is not known. */
export async function* loansToPost(
  database: Pick<Database, 'db' | 'kind'>,
  { all }: { readonly all: boolean },
): AsyncGenerator<LoanSet> {
  const { db, kind } = database
  const mark = all ? null : await keptWatermark(db, watermark)
  if (mark === null) return yield* wholeBook(database)
  const found = await rowsOf<{ id: string }>(db, writtenSince(mark))
  for (let i = 0; i < found.length; i += atOnce[kind])
    yield { ids: found.slice(i, i + atOnce[kind]).map(({ id }) => id) }
}
