import { asc, eq } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { contactOn } from '#contract/kernel/hours.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { idOf, takeNumbers } from '#server/kernel/ids.ts'
import { messageRows } from './store.ts'

type Stored = typeof messageRows.$inferSelect

/** What every message of this installation has in common. */
export const usual = ({ clock }: Pick<Ground, 'clock'>) =>
  ({ channel: 'sms', language: countries[clock.country].letters }) as const

/** An order, and the instalments of it that fall due. */
interface Due {
  readonly loanId: IdOf<'loan'>
  readonly customerId: IdOf<'customer'>
  readonly plans: readonly { readonly id: IdOf<'plan'>; readonly dueDate: LocalDate }[]
}

/** Has the customer reminded on the day each instalment falls due, if it is still owed then. */
export async function scheduleReminders(
  tx: Db,
  { loanId, customerId, plans }: Due,
  { actor, now, ground }: { readonly actor: string; readonly now: Date; readonly ground: Pick<Ground, 'clock'> },
): Promise<void> {
  const numbers = await takeNumbers(tx, 'message', plans.length)
  await tx.insert(messageRows).values(
    plans.map(({ id: planId, dueDate }, i) => ({
      ...{ id: idOf('message', today(ground.clock, now), numbers[i]!), loanId, customerId, planId, ...usual(ground) },
      ...{ template: 'dueToday' as const, state: 'scheduled' as const, madeBy: actor, createdAt: now },
      sendAt: contactOn(dueDate, ground.clock.country),
    })),
  )
}

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
