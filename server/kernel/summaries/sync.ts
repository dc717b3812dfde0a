import { eq, sql } from 'drizzle-orm'
import { type Database, type Db, rowsOf } from '#server/kernel/base/database.ts'
import { summaryDefinitionRows as definitions } from '#server/kernel/base/tables.ts'
import type { SummarySchema } from './triggers.ts'

/** Advisory lock: of all servers that start at once on one database, one syncs while the others wait. */
const syncLock = 4_600_002

/** Transactions that have the lock, and the time that a large book takes. */
const locked = ({ db }: Database, work: (tx: Db) => Promise<void>): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${syncLock})`)
    await work(tx)
  })

async function isSynced(tx: Db, { name, definition }: SummarySchema): Promise<boolean> {
  const [known] = await tx.select().from(definitions).where(eq(definitions.name, name))
  return known?.definition === definition
}

/** Takes away what an earlier declaration has left: its functions, and with them their triggers. */
async function drop(tx: Db, { name }: SummarySchema): Promise<void> {
  await tx.delete(definitions).where(eq(definitions.name, name))
  const left = await rowsOf<{ call: string }>(
    tx,
    sql`select oid::regprocedure::text as call from pg_proc where pronamespace = 'public'::regnamespace
        and prorettype = 'trigger'::regtype and starts_with(proname, ${`${name}_`})`,
  )
  for (const { call } of left) await tx.execute(sql.raw(`drop function ${call} cascade`))
}

/**
 * Brings summary tables to what is declared: triggers first, then everything is counted once. Costs one query each where
 * nothing has changed. Whoever is killed in between finds the rest to do at the next start.
 */
export async function syncSummaries(database: Database, summaries: readonly SummarySchema[]): Promise<void> {
  for (const summary of summaries) {
    if (await isSynced(database.db, summary)) continue
    const { name, definition, create, rebuild } = summary
    await locked(database, async (tx) => {
      if (await isSynced(tx, summary)) return
      await drop(tx, summary)
      for (const statement of create) await tx.execute(sql.raw(statement))
    })
    await locked(database, async (tx) => {
      if (await isSynced(tx, summary)) return
      await tx.execute(sql.raw(rebuild))
      await tx.insert(definitions).values({ name, definition })
      await tx.execute(sql`analyze ${sql.identifier(name)}`)
    })
  }
}

/** Takes the triggers away while a book is written in bulk: what is declared is there again once summaries are synced. */
export async function suspendSummaries(tx: Db, summaries: readonly SummarySchema[]): Promise<void> {
  for (const summary of summaries) {
    await drop(tx, summary)
    await tx.execute(sql`delete from ${sql.identifier(summary.name)}`)
  }
}
