import { asc, eq } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { messageRows } from './store.ts'

type Stored = typeof messageRows.$inferSelect

/** What every message of this installation has in common. */
export const usual = ({ clock }: Pick<Ground, 'clock'>) =>
  ({ channel: 'sms', language: countries[clock.country].letters }) as const

const shown = ({ createdAt, sendAt, sentAt, ...row }: Stored) => {
  const { id, state, template, planId, channel, language, text, madeBy, failure } = row
  const times = { createdAt: toInstant(createdAt), sendAt: toInstant(sendAt), sentAt: sentAt && toInstant(sentAt) }
  return { id, state, template, planId, channel, language, text, madeBy, failure, ...times }
}

/** Every message about an order, oldest first. */
export async function messagesOf(tx: Db, loanId: IdOf<'loan'>) {
  const rows = await tx.select().from(messageRows).where(eq(messageRows.loanId, loanId)).orderBy(asc(messageRows.id))
  return rows.map(shown)
}
