import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { settingRows as settings } from '#server/kernel/base/tables.ts'

/** Watermark: the transaction behind which nothing is seen yet. Everything older has been committed, or never will be. */
export async function watermarkNow(db: Db): Promise<string> {
  const [now] = await rowsOf<{ mark: string }>(db, sql`select pg_snapshot_xmin(pg_current_snapshot())::text as mark`)
  return now!.mark
}

/** Keeps where a run began, once all that was written before has been looked at; with the transaction that has written so. */
export async function keepWatermark(db: Db, name: string, mark: string): Promise<void> {
  await db.execute(sql`insert into ${settings} (name, value)
    values (${name}, jsonb_build_object('begun', ${mark}::text, 'by', pg_current_xact_id()::xid::text))
    on conflict (name) do update set value = excluded.value`)
}

/**
 * The watermark that was kept under a name; null where there is none, or another database has written it: where a book was
 * restored every row is another transaction's, the watermark's too, and numbers of transactions say nothing of it.
 */
export async function keptWatermark(db: Db, name: string): Promise<string | null> {
  const [kept] = await rowsOf<{ begun: string }>(
    db,
    sql`select value->>'begun' as begun from ${settings} where name = ${name} and value->>'by' = xmin::text`,
  )
  return kept?.begun ?? null
}
