import { eq, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/database.ts'
import { customerRows } from './store.ts'

/** Counts an order that a customer has repaid: from then on they are an old one. */
export async function countDone(tx: Db, id: IdOf<'customer'>): Promise<void> {
  const done = { loansDone: sql`${customerRows.loansDone} + 1`, kind: 'old' as const }
  await tx.update(customerRows).set(done).where(eq(customerRows.id, id))
}

/** Takes back that a customer has repaid an order; whoever has repaid none is a new one. */
export async function uncountDone(tx: Db, id: IdOf<'customer'>): Promise<void> {
  const { loansDone, kind } = customerRows
  const done = {
    loansDone: sql`greatest(0, ${loansDone} - 1)`,
    kind: sql`case when ${loansDone} > 1 then ${kind} else 'new' end`,
  }
  await tx.update(customerRows).set(done).where(eq(customerRows.id, id))
}

/** Puts a customer on the blacklist. */
export async function blacklist(tx: Db, id: IdOf<'customer'>): Promise<void> {
  await tx.update(customerRows).set({ blacklisted: true }).where(eq(customerRows.id, id))
}
