import { and, eq, ne, sql } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { nextContactAt } from '#contract/kernel/contact-hours.ts'
import { numbersOf } from '#contract/kernel/countries.ts'
import type { FaultValues } from '#contract/kernel/fault.ts'
import { formatValues } from '#contract/kernel/format.ts'
import { formatDay } from '#contract/kernel/letter-dates.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { repayable } from '#contract/loans/balance.ts'
import { isContactHeld, type MessageTemplate } from '#contract/messages.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { ids, newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { logLoanEvent } from '#server/modules/loans/steps/transition.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { messageRows } from '#server/modules/messages/store.ts'
import type { Books } from '#server/modules/plans/steps/books.ts'
import type { StoredMessage } from '../store.ts'
import { messageDefaults } from './messages.ts'

/** The topic that messages leave the building under. */
export const messageTopic = 'messages.send'

/** Who writes, and when. */
export interface MessageContext {
  readonly tx: Db
  readonly app: Pick<AppContext, 'clock' | 'translations'>
  readonly by: string
  readonly now: Date
  readonly requestId?: string | null
}

/** What is written to whom. */
export interface MessageDraft {
  readonly template: MessageTemplate
  readonly values: FaultValues
  readonly planId?: IdOf<'plan'> | null
  readonly linkId?: IdOf<'paymentLink'>
}

/** The text of a letter, in the language of the country. */
export function textOf(
  loan: Pick<StoredLoan, 'id' | 'app'>,
  { template, values }: MessageDraft,
  app: MessageContext['app'],
) {
  // a letter names no words of ours
  const written = formatValues(values, numbersOf(app.clock.country), ({ value }) => `${value}`)
  return app.translations.t(messageDefaults(app).language, `messages.text.${template}`, {
    app: loan.app,
    loan: loan.id,
    ...written,
  })
}

/** Whoever has a number can be written to. Refuses `no_phone`. */
async function mustHavePhone(tx: Db, id: StoredLoan['customerId']): Promise<void> {
  const [row] = await tx.select({ phone: customerRows.phone }).from(customerRows).where(eq(customerRows.id, id))
  if (!row?.phone) throw new Refusal('no_phone')
}

/** Hands a message that is written to the channel; it leaves with this transaction. The order's log says what it said. */
export async function postMessage(
  loan: StoredLoan,
  { id, text }: Pick<StoredMessage, 'id'> & { text: string },
  { tx, by, now, requestId }: MessageContext,
) {
  await post(tx, { topic: messageTopic, key: `${id} ${now.toISOString()}`, body: { messageId: id } }, now)
  await logLoanEvent(tx, loan, { event: 'write', actor: by, now, reason: text, requestId: requestId ?? null })
}

/**
 * Writes to the customer of a locked order: at once where customers may be written to now, else when that is so again.
 * A reminder leaves no other for the day. Refuses `no_phone`, `reminded_today`.
 */
export async function writeMessage(
  loan: StoredLoan,
  letter: MessageDraft & { reminds?: LocalDate },
  writing: MessageContext,
): Promise<void> {
  const { tx, app, by, now } = writing
  await mustHavePhone(tx, loan.customerId)
  const { template, planId = null, linkId = null, reminds = null } = letter
  const id = await newId(tx, ids.message, today(app.clock, now))
  const text = textOf(loan, letter, app)
  const sendAt = nextContactAt(toInstant(now), app.clock.country)
  const waits = sendAt > now
  const made = await tx
    .insert(messageRows)
    .values({
      ...{
        id,
        loanId: loan.id,
        customerId: loan.customerId,
        planId,
        linkId,
        template,
        text,
        reminds,
        ...messageDefaults(app),
      },
      ...{ state: waits ? 'scheduled' : 'queued', madeBy: by, createdAt: now, sendAt },
    })
    .onConflictDoNothing()
    .returning({ id: messageRows.id })
  if (made.length === 0) throw new Refusal('reminded_today')
  if (!waits) await postMessage(loan, { id, text }, writing)
}

/** Collection leaves some people alone. Refuses `case_on_hold`. */
export async function mustNotBeOnHold(tx: Db, loanId: StoredLoan['id']): Promise<void> {
  const open = and(eq(caseRows.loanId, loanId), ne(caseRows.state, 'closed'))
  const [row] = await tx.select({ hold: caseRows.hold }).from(caseRows).where(open)
  if (row && isContactHeld(row.hold))
    throw new Refusal('case_on_hold', { hold: { vocabulary: 'cases.hold', value: row.hold! } })
}

/** What to remind of today: what is past due and due today together, else what falls due next. None: nothing is owed. */
export function reminderOf({ asked, day }: Books, loan: StoredLoan, app: MessageContext['app']): MessageDraft | null {
  const owing = asked.filter((plan) => repayable([plan]) > 0)
  const [first] = owing
  if (!first) return null
  const due = owing.filter(({ dueDate }) => dueDate <= day)
  const amount = ofMinor(repayable(due.length > 0 ? due : [first]), loan.currency)
  const date = formatDay(first.dueDate, messageDefaults(app).language)
  const template = first.dueDate < day ? 'overdue' : first.dueDate === day ? 'dueToday' : 'dueSoon'
  return { template, values: { amount, date }, planId: first.id }
}

/** Tells everybody who looks at an order that there is something new about it. */
export const announceLoan = (tx: Db, loanId: StoredLoan['id']) =>
  tx.execute(sql`select pg_notify('rows', 'loans ' || id || ':' || version) from loans where id = ${loanId}`)

/** Who signs, and is signed to: the channel that messages go by. */
export const messageChannel = 'message gateway'
