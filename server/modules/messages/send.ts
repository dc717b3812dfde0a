import { and, asc, eq, gt, lte } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { contactHours } from '#contract/kernel/contact-hours.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { loanFlow } from '#contract/loans/flow.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext, Tally, TaskRunner } from '#server/kernel/call/context.ts'
import { forEachRow } from '#server/kernel/jobs/for-each-row.ts'
import { lockLoan } from '#server/modules/loans/steps/transition.ts'
import { paymentLinkRows } from '#server/modules/payments/store.ts'
import { openBooks } from '#server/modules/plans/steps/books.ts'
import { remindOfDue } from './due.ts'
import { type MessageContext, mustNotBeOnHold, postMessage, reminderOf, textOf } from './steps/write-message.ts'
import type { StoredMessage } from './store.ts'
import { messageRows } from './store.ts'

type Loan = NonNullable<Awaited<ReturnType<typeof lockLoan>>>
const atOnce = 200
const as = 'sendMessages'

const linkIsGood = async (tx: Db, id: IdOf<'paymentLink'>): Promise<boolean> => {
  const [link] = await tx.select().from(paymentLinkRows).where(eq(paymentLinkRows.id, id))
  return link?.state === 'open'
}

/** Whether somebody was reminded today already, or is by this one. */
async function alreadyReminded(
  tx: Db,
  { id, customerId }: StoredMessage,
  { clock }: Pick<AppContext, 'clock'>,
): Promise<boolean> {
  const day = today(clock, clock.now())
  const others = and(eq(messageRows.customerId, customerId), eq(messageRows.reminds, day))
  const [other] = await tx.select({ id: messageRows.id }).from(messageRows).where(others)
  return other !== undefined && other.id !== id
}

/** What a message that waited for the morning says now; null where there is no point in it any more. */
async function currentText(
  message: StoredMessage,
  loan: Loan,
  tx: Db,
  app: AppContext,
): Promise<Partial<StoredMessage> | null> {
  if (message.linkId) return (await linkIsGood(tx, message.linkId)) ? {} : null
  if (!message.reminds) return {}
  if (!loanFlow.can('remind')(loan).ok || (await alreadyReminded(tx, message, app))) return null
  await mustNotBeOnHold(tx, loan.id)
  const { asked, ...books } = await openBooks(tx, loan, app)
  const about = message.planId ? asked.filter(({ id }) => id === message.planId) : asked
  const letter = reminderOf({ ...books, asked: about }, loan, app)
  if (!letter) return null
  const { template } = letter
  return { template, text: textOf(loan, letter, app), reminds: books.day }
}

const refusedAs = (error: unknown): null => {
  if (error instanceof Refusal) return null
  throw error
}

/** Hands over the messages whose hour has come, as far as there is still a point in them. */
function sendWaiting(app: AppContext, now: Date): Promise<Tally> {
  const due = and(eq(messageRows.state, 'scheduled'), lte(messageRows.sendAt, now))
  const next = async (db: Db, after: StoredMessage['id'] | null) => {
    const rows = await db
      .select({ id: messageRows.id })
      .from(messageRows)
      .where(and(due, after ? gt(messageRows.id, after) : undefined))
      .orderBy(asc(messageRows.id))
      .limit(atOnce)
    return rows.map(({ id }) => id)
  }
  const one = async (id: StoredMessage['id']) => async (tx: Db) => {
    const mine = and(due, eq(messageRows.id, id))
    const [seen] = await tx.select().from(messageRows).where(mine)
    const loan = seen && (await lockLoan(tx, seen.loanId))
    const [message] = loan ? await tx.select().from(messageRows).where(mine).for('update') : []
    if (!loan || !message) return false
    const words = await currentText(message, loan, tx, app).catch(refusedAs)
    const changed = words ? ({ ...words, state: 'queued', sendAt: now } as const) : ({ state: 'dropped' } as const)
    const [row] = await tx.update(messageRows).set(changed).where(eq(messageRows.id, id)).returning()
    const writing: MessageContext = { tx, app, by: message.madeBy, now }
    if (words) await postMessage(loan, { id, text: row!.text }, writing)
    return words !== null
  }
  return forEachRow({ as, next, one }, app)
}

/** In the hours for that: hands over what has waited for them, then reminds everybody of what falls due today. */
export const sendMessages: TaskRunner = async (app) => {
  const { clock } = app
  const now = clock.now()
  if (!contactHours(toInstant(now), clock.country).ok) return { done: 0, refused: 0 }
  const waiting = await sendWaiting(app, now)
  const due = await remindOfDue({ app, now, as })
  return { done: waiting.done + due.done, refused: waiting.refused + due.refused }
}
