import { and, eq, inArray } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { messageRows } from '../store.ts'

/** Erases what somebody was written; that they were, when and by which channel stays. What waits is not sent. */
export async function eraseMessages(tx: Db, customerId: IdOf<'customer'>): Promise<void> {
  const theirs = eq(messageRows.customerId, customerId)
  const waiting = and(theirs, inArray(messageRows.state, ['scheduled', 'queued']))
  await tx.update(messageRows).set({ state: 'dropped' }).where(waiting)
  await tx.update(messageRows).set({ subject: null, text: '', failure: null }).where(theirs)
}
