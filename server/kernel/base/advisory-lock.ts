import { sql } from 'drizzle-orm'
import type { Database, Db } from './database.ts'

/**
 * Advisory lock: has `work` done by one process at a time, in transactions of its own beside the one that holds the lock. On
 * an embedded database at once: nobody else has it open.
 * @param first what else that transaction does before: to hold a row, or to refuse.
 */
export async function withAdvisoryLock<Result>(
  { db, kind }: Database,
  lock: number,
  work: () => Promise<Result>,
  first: (tx: Db) => Promise<void> = async () => {},
): Promise<Result> {
  if (kind === 'embedded') return work()
  let done: { readonly result: Result } | undefined
  try {
    await db.transaction(async (tx) => {
      // as long as the work takes, there and here
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
      await tx.execute(sql`set local statement_timeout = 0`)
      await first(tx)
      await tx.execute(sql`select pg_advisory_xact_lock(${lock})`)
      done = { result: await work() }
    })
  } catch (error) {
    if (!done) throw error // what is done is done, even where the lock has lost its connection since
  }
  return done!.result // or it has thrown
}
