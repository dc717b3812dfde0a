import { and, asc, eq, gt, lte } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { contactHours } from '#contract/kernel/hours.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { loanFlow } from '#contract/loans/flow.ts'
import { today } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/database.ts'
import { goThrough } from '#server/kernel/each.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { Refusal } from '#server/kernel/implement.ts'
import type { Tally, Work } from '#server/kernel/jobs.ts'
import { lockLoan } from '#server/modules/loans/steps.ts'
import { openBooks } from '#server/modules/payments/steps.ts'
import { paymentLinkRows } from '#server/modules/payments/store.ts'
import { remindOfDue } from './due.ts'
import { messageRows } from './store.ts'
import { hand, mustNotBeQuiet, reminderOf, textOf, type Writing } from './write.ts'

type Stored = typeof messageRows.$inferSelect
type Loan = NonNullable<Awaited<ReturnType<typeof lockLoan>>>
const atOnce = 200
const as = 'sendMessages'

const linkIsGood = async (tx: Db, id: IdOf<'paymentLink'>): Promise<boolean> => {
  const [link] = await tx.select().from(paymentLinkRows).where(eq(paymentLinkRows.id, id))
  return link?.state === 'open'
}

/** Whether somebody was reminded today already, or is by this one. */
async function alreadyReminded(tx: Db, { id, customerId }: Stored, { clock }: Pick<Ground, 'clock'>): Promise<boolean> {
  const day = today(clock, clock.now())
  const others = and(eq(messageRows.customerId, customerId), eq(messageRows.reminds, day))
  const [other] = await tx.select({ id: messageRows.id }).from(messageRows).where(others)
  return other !== undefined && other.id !== id
}

/** What a message that waited for the morning says now; null where there is no point in it any more. */
async function wordsOf(message: Stored, loan: Loan, tx: Db, ground: Ground): Promise<Partial<Stored> | null> {
  if (message.linkId) return (await linkIsGood(tx, message.linkId)) ? {} : null
  if (!message.reminds) return {}
  if (!loanFlow.can('remind')(loan).ok || (await alreadyReminded(tx, message, ground))) return null
  await mustNotBeQuiet(tx, loan.id)
  const { asked, ...books } = await openBooks(tx, loan, ground)
  const about = message.planId ? asked.filter(({ id }) => id === message.planId) : asked
  const letter = reminderOf({ ...books, asked: about }, loan, ground)
  if (!letter) return null
  const { template } = letter
  return { template, text: textOf(loan, letter, ground), reminds: books.day }
}

const refusedAs = (error: unknown): null => {
  if (error instanceof Refusal) return null
  throw error
}

/** Hands over the messages whose hour has come, as far as there is still a point in them. */
function sendWaiting(ground: Ground, now: Date): Promise<Tally> {
  const due = and(eq(messageRows.state, 'scheduled'), lte(messageRows.sendAt, now))
  const next = async (db: Db, after: Stored['id'] | null) => {
    const rows = await db
      .select({ id: messageRows.id })
      .from(messageRows)
      .where(and(due, after ? gt(messageRows.id, after) : undefined))
      .orderBy(asc(messageRows.id))
      .limit(atOnce)
    return rows.map(({ id }) => id)
  }
  const one = async (id: Stored['id']) => async (tx: Db) => {
    const mine = and(due, eq(messageRows.id, id))
    const [seen] = await tx.select().from(messageRows).where(mine)
    const loan = seen && (await lockLoan(tx, seen.loanId))
    const [message] = loan ? await tx.select().from(messageRows).where(mine).for('update') : []
    if (!loan || !message) return false
    const words = await wordsOf(message, loan, tx, ground).catch(refusedAs)
    const changed = words ? ({ ...words, state: 'queued', sendAt: now } as const) : ({ state: 'dropped' } as const)
    const [row] = await tx.update(messageRows).set(changed).where(eq(messageRows.id, id)).returning()
    const writing: Writing = { tx, ground, by: message.madeBy, now }
    if (words) await hand(loan, { id, text: row!.text }, writing)
    return words !== null
  }
  return goThrough({ as, next, one }, ground)
}

/** In the hours for that: hands over what has waited for them, then reminds everybody of what falls due today. */
export const sendMessages: Work = async (ground) => {
  const { clock } = ground
  const now = clock.now()
  if (!contactHours(toInstant(now), clock.country).ok) return { done: 0, refused: 0 }
  const waiting = await sendWaiting(ground, now)
  const due = await remindOfDue({ ground, now, as })
  return { done: waiting.done + due.done, refused: waiting.refused + due.refused }
}
