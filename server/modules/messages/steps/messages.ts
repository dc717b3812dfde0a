import { asc, eq } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { messageRows } from '#server/modules/messages/store.ts'
import type { StoredMessage } from '../store.ts'

/** What every message of this installation has in common. */
export const messageDefaults = ({ clock }: Pick<AppContext, 'clock'>) =>
  ({ channel: 'sms', language: countries[clock.country].letters }) as const

const toMessage = ({ createdAt, sendAt, sentAt, ...row }: StoredMessage) => {
  const { id, state, template, planId, channel, language, text, madeBy, failure } = row
  const times = { createdAt: toInstant(createdAt), sendAt: toInstant(sendAt), sentAt: sentAt && toInstant(sentAt) }
  return { id, state, template, planId, channel, language, text, madeBy, failure, ...times }
}

/** Every message about an order, oldest first. */
export async function messagesOf(tx: Db, loanId: IdOf<'loan'>) {
  const rows = await tx.select().from(messageRows).where(eq(messageRows.loanId, loanId)).orderBy(asc(messageRows.id))
  return rows.map(toMessage)
}
