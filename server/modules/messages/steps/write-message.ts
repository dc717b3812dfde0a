import { eq, sql } from 'drizzle-orm'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { type Occasion, occasions } from '#contract/message-occasions.ts'
import type { ValuesOf } from '#contract/message-text.ts'
import { type MessageRefusal, messageRefusals } from '#contract/messages.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { ids, newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { recordRefusedContact } from '#server/modules/contact-refusals/steps/record-refusal.ts'
import { mustBeContactable } from '#server/modules/contact-rules/steps/permission.ts'
import { customerRows, type StoredCustomer } from '#server/modules/customers/store.ts'
import { logLoanEvent } from '#server/modules/loans/steps/transition.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { messageRows } from '#server/modules/messages/store.ts'
import type { StoredMessage } from '../store.ts'
import { filledTemplate, letterLanguage, type MessageApp, routeFor } from './route.ts'

/** The topic that messages leave the building under. */
export const messageTopic = 'messages.send'

/** Who writes, and when. */
export interface MessageContext {
  readonly tx: Db
  readonly app: MessageApp
  readonly by: string
  readonly now: Date
  readonly requestId?: string | null
}

/** What a message says beside whom it is for: those values fill themselves in. */
type OwnValues<On extends Occasion> = Omit<ValuesOf<On>, 'app' | 'name' | 'loan'>

/** What is written to whom. */
export type MessageDraft = {
  readonly [On in Occasion]: {
    readonly template: On
    readonly values: OwnValues<On>
    readonly planId?: IdOf<'plan'> | null
    readonly linkId?: IdOf<'paymentLink'> | null
    /** Of a reminder: the day it counts for. */
    readonly reminds?: LocalDate | null
  }
}[Occasion]

/** Whom it is written to: a customer, about an order of theirs or about none. */
export interface Recipient {
  readonly customerId: StoredCustomer['id']
  readonly loan: Pick<StoredLoan, 'id' | 'app' | 'state'> | null
}

/** The values that any message to somebody may name. */
export const valuesOfRecipient = (customer: StoredCustomer, loan: Pick<StoredLoan, 'id' | 'app'> | null) => ({
  app: loan?.app ?? customer.app,
  name: customer.name ?? '',
  ...(loan && { loan: loan.id as string }),
})

/** What a draft says, in the words of the template that it goes out by. */
export const textOf = (
  tx: Db,
  template: Pick<StoredMessage, 'subject' | 'text'>,
  { draft, customer, loan }: { draft: MessageDraft; customer: StoredCustomer; loan: Recipient['loan'] },
  app: MessageApp,
) =>
  filledTemplate(
    tx,
    template,
    {
      occasion: draft.template,
      values: { ...valuesOfRecipient(customer, loan), ...draft.values },
      language: letterLanguage(app),
    },
    app,
  )

/** Hands a message that is written to the channel; it leaves with this transaction. The order's log says what it said. */
export async function postMessage(
  loan: Recipient['loan'],
  { id, text }: Pick<StoredMessage, 'id'> & { text: string },
  { tx, by, now, requestId }: MessageContext,
) {
  await post(tx, { topic: messageTopic, key: `${id} ${now.toISOString()}`, body: { messageId: id } }, now)
  if (loan) await logLoanEvent(tx, loan, { event: 'write', actor: by, now, reason: text, requestId: requestId ?? null })
}

/** The customer that a message is for. */
export const customerOf = async (tx: Db, id: StoredCustomer['id']): Promise<StoredCustomer> =>
  (await tx.select().from(customerRows).where(eq(customerRows.id, id)))[0]! // an order has a customer

/** What of a message stands in its row whatever becomes of it. */
const rowOf = (
  id: StoredMessage['id'],
  { customerId, loan }: Recipient,
  { template, planId = null, linkId = null, reminds = null }: MessageDraft,
  { app, by, now }: MessageContext,
) => ({
  ...{ id, customerId, loanId: loan?.id ?? null, template, planId, linkId, reminds },
  agencyId: loan && sql`(select agency_id from ${caseRows} where loan_id = ${loan.id} and state <> 'closed')`,
  ...{ language: letterLanguage(app), madeBy: by, createdAt: now },
})

/** Whether a message is about a debt: contact rules are held against it. */
export const isReminder = (template: Occasion): boolean => occasions[template].purpose === 'reminder'
const contactOf = ({ customerId }: Pick<Recipient, 'customerId'>) => ({ customerId, way: 'message' as const })

/** Writes down that somebody was not reminded because a rule forbids it. */
export async function recordUnsent(
  { template, customerId, loanId }: Pick<StoredMessage, 'template' | 'customerId' | 'loanId'>,
  refused: Refusal,
  { tx, app, now }: Pick<MessageContext, 'tx' | 'app' | 'now'>,
): Promise<void> {
  if (!isReminder(template)) return
  await recordRefusedContact(tx, { ...contactOf({ customerId }), loanId, refused, by: null }, { now, clock: app.clock })
}

/**
 * Writes to a customer; an order it is about is locked. At once where customers may be written to now, else when that is
 * so again. A reminder leaves no other for the day.
 * @throws Refusal as `routeFor`; of a reminder as `mustBeContactable`; `reminded_today`.
 */
export async function writeMessage(to: Recipient, draft: MessageDraft, writing: MessageContext): Promise<void> {
  const { tx, app, now } = writing
  const customer = await customerOf(tx, to.customerId)
  const { channel, template, sendAt } = await routeFor(tx, customer, draft.template, { app, now })
  if (to.loan && isReminder(draft.template)) {
    await mustBeContactable(tx, { ...contactOf(to), loanId: to.loan.id }, { app, now: sendAt })
  }
  const { subject, text } = await textOf(tx, template, { draft, customer, loan: to.loan }, app)
  const id = await newId(tx, ids.message, today(app.clock, now))
  const waits = sendAt > now
  const made = await tx
    .insert(messageRows)
    .values({ ...rowOf(id, to, draft, writing), channel, subject, text, sendAt, state: waits ? 'scheduled' : 'queued' })
    .onConflictDoNothing()
    .returning({ id: messageRows.id })
  if (made.length === 0) throw new Refusal('reminded_today')
  if (!waits) await postMessage(to.loan, { id, text }, writing)
}

/** The rule that a message is forbidden by, where it is one of those. */
export const refusalOf = ({ fault }: Refusal): MessageRefusal | undefined =>
  messageRefusals.find((refusal) => refusal === fault)

/**
 * Writes to a customer where nobody waits for the answer: what a rule forbids is kept as a message that was refused, with
 * that rule. @returns whether it was written. @throws Refusal `reminded_today`.
 */
export async function writeOrKeepRefusal(
  to: Recipient,
  draft: MessageDraft,
  writing: MessageContext,
): Promise<boolean> {
  try {
    await writeMessage(to, draft, writing)
    return true
  } catch (error) {
    const refusal = error instanceof Refusal && refusalOf(error)
    if (!refusal) throw error
    const { tx, app, now } = writing
    const id = await newId(tx, ids.message, today(app.clock, now))
    const row = { ...rowOf(id, to, draft, writing), channel: 'sms' as const, text: '', sendAt: now }
    await tx.insert(messageRows).values({ ...row, state: 'refused', refusal })
    await recordUnsent(row, error, writing)
    return false
  }
}

/** Tells everybody who looks at an order that there is something new about it. */
export const announceLoan = (tx: Db, loanId: StoredLoan['id']) =>
  tx.execute(sql`select pg_notify('rows', 'loans ' || id || ':' || version) from loans where id = ${loanId}`)

/** Who signs, and is signed to: the channel that messages go by. */
export const messageChannel = 'message gateway'
