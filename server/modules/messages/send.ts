import { and, asc, eq, gt, lte, ne } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { contactHours } from '#contract/kernel/contact-hours.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext, Tally, TaskRunner } from '#server/kernel/call/context.ts'
import { forEachRow } from '#server/kernel/jobs/for-each-row.ts'
import { mustBeContactable } from '#server/modules/contact-rules/steps/permission.ts'
import { lockLoan } from '#server/modules/loans/steps/transition.ts'
import { remindOfDue } from './due.ts'
import { expireUndelivered } from './expire.ts'
import { currentReminder } from './steps/reminder.ts'
import { mustBeWithinCap, routeOfWaiting } from './steps/route.ts'
import {
  customerOf,
  isReminder,
  type MessageContext,
  postMessage,
  recordUnsent,
  refusalOf,
  textOf,
} from './steps/write-message.ts'
import type { StoredMessage } from './store.ts'
import { hasLeft, messageRows } from './store.ts'
import { isStillDue } from './suppression.ts'

type Loan = NonNullable<Awaited<ReturnType<typeof lockLoan>>>
/** What becomes of a message that has waited, and the order it is about. */
type Waited = Pick<MessageContext, 'tx' | 'now'> & { readonly app: AppContext; readonly loan: Loan | null }
const atOnce = 200
const as = 'sendMessages'

/** Whether somebody was reminded today already, or is by this one. */
async function alreadyReminded(
  tx: Db,
  { id, customerId }: StoredMessage,
  { clock }: Pick<AppContext, 'clock'>,
): Promise<boolean> {
  const day = today(clock, clock.now())
  const others = and(
    eq(messageRows.customerId, customerId),
    eq(messageRows.reminds, day),
    ne(messageRows.id, id),
    hasLeft,
  )
  const [other] = await tx.select({ id: messageRows.id }).from(messageRows).where(others)
  return other !== undefined
}

/** What a message that waited for the morning, and is still due, says now; null where there is no point in it any more. */
async function currentText(
  message: StoredMessage,
  { loan, tx, app, now }: Waited,
): Promise<Partial<StoredMessage> | null> {
  if (!message.reminds || !loan) return {}
  if (await alreadyReminded(tx, message, app)) return null
  const draft = await currentReminder(loan, message.planId, { tx, app, now })
  if (!draft) return null
  const { template, reminds } = draft
  const customer = await customerOf(tx, message.customerId)
  const said = await routeOfWaiting(tx, customer, { template, channel: message.channel }, { app, now })
  return { template, reminds, ...(await textOf(tx, said, { draft, customer, loan }, app)) }
}

/**
 * The limits of the day on which a message leaves: it may have been put off to it, and others written for it meanwhile.
 * @throws Refusal `contacted_enough`; of a reminder as `mustBeContactable`.
 */
async function mustBeWithinLimits(message: StoredMessage, { loan, tx, app, now }: Waited): Promise<void> {
  const { id: messageId, customerId, template } = message
  await mustBeWithinCap(tx, { ...message, sendAt: now }, app)
  if (!loan || !isReminder(template)) return
  await mustBeContactable(tx, { customerId, loanId: loan.id, way: 'message', messageId }, { app, now })
}

/** What becomes of a message whose hour has come: on its way as it reads now, refused, or dropped. */
async function outcomeOf(message: StoredMessage, waited: Waited): Promise<Partial<StoredMessage>> {
  try {
    const said = (await isStillDue(message, waited)) ? await currentText(message, waited) : null
    if (said) await mustBeWithinLimits(message, waited)
    return said ? { ...said, state: 'queued', sendAt: waited.now } : { state: 'dropped' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await recordUnsent(message, error, waited)
    const refusal = refusalOf(error)
    return refusal ? { state: 'refused', refusal } : { state: 'dropped' }
  }
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
    const loan = seen?.loanId ? await lockLoan(tx, seen.loanId) : null
    const [message] = await tx.select().from(messageRows).where(mine).for('update')
    if (!message) return false
    const changed = await outcomeOf(message, { loan: loan ?? null, tx, app, now })
    const [row] = await tx.update(messageRows).set(changed).where(eq(messageRows.id, id)).returning()
    if (changed.state !== 'queued') return false
    await postMessage(loan ?? null, { id, text: row!.text }, { tx, app, by: message.madeBy, now })
    return true
  }
  return forEachRow({ as, next, one }, app)
}

/** In the hours for that: gives up what nobody could deliver, hands over what has waited for them, then reminds everybody of what falls due today. */
export const sendMessages: TaskRunner = async (app) => {
  const { clock } = app
  const now = clock.now()
  if (!contactHours(toInstant(now), clock.country, await app.quietDays(app.database.db)).ok)
    return { done: 0, refused: 0 }
  await expireUndelivered(app, now)
  const waiting = await sendWaiting(app, now)
  const due = await remindOfDue({ app, now, as })
  return { done: waiting.done + due.done, refused: waiting.refused + due.refused }
}
