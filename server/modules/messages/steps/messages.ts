import { asc, eq } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { messageRows } from '#server/modules/messages/store.ts'
import type { StoredMessage } from '../store.ts'

const toMessage = ({ createdAt, sendAt, sentAt, ...row }: StoredMessage) => {
  const { linkId: _, reminds: __, ...shown } = row
  const times = { createdAt: toInstant(createdAt), sendAt: toInstant(sendAt), sentAt: sentAt && toInstant(sentAt) }
  return { ...shown, ...times }
}

/** Every message about an order, oldest first. */
export async function messagesOf(tx: Db, loanId: IdOf<'loan'>) {
  const rows = await tx.select().from(messageRows).where(eq(messageRows.loanId, loanId)).orderBy(asc(messageRows.id))
  return rows.map(toMessage)
}
