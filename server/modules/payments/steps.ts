import { asc, eq } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/database.ts'
import { paymentRows } from './store.ts'

/** Every payment of an order, oldest first. */
export async function paymentsOf(tx: Db, loanId: IdOf<'loan'>) {
  const rows = await tx
    .select()
    .from(paymentRows)
    .where(eq(paymentRows.loanId, loanId))
    .orderBy(asc(paymentRows.createdAt), asc(paymentRows.id))
  return rows.map(({ id, amountMinor, currency, channel, state, utr, createdAt, completedAt }) => {
    const times = { createdAt: toInstant(createdAt), completedAt: completedAt && toInstant(completedAt) }
    return { id, amount: ofMinor(amountMinor, currency), channel, state, utr, ...times }
  })
}
