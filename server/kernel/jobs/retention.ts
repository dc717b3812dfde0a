import { type Column, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'

/** So many rows are forgotten by one statement: each of them is short. */
const portion = 10_000

/** Table that grows with time, its ids with it. */
interface Records {
  readonly table: PgTable & { readonly id: Column }
  /** When a row was written. */
  readonly at: Column
  /** Which rows nobody asks for again. */
  readonly over: SQL
}

/** Retention: forgets what is over and was written before a moment. Ids say which rows are old without a look at the others. */
export async function forgetRecords(db: Db, { table, at, over }: Records, before: Date): Promise<void> {
  const { id } = table
  const kept = sql`select ${id} from ${table} where ${at} >= ${before.toISOString()} order by ${id} limit 1`
  const old = sql`select ${id} from ${table} where ${over} and ${id} < (${kept}) limit ${portion}`
  for (let gone = portion; gone === portion; ) {
    gone = (await rowsOf(db, sql`delete from ${table} where ${id} = any(array(${old})) returning ${id}`)).length
  }
}
