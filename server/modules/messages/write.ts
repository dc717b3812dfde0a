import { and, eq, ne, sql } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { numbersOf } from '#contract/kernel/countries.ts'
import type { FaultValues } from '#contract/kernel/fault.ts'
import { formatDay, formatValues } from '#contract/kernel/format.ts'
import { nextContact } from '#contract/kernel/hours.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { repayable } from '#contract/loans/balance.ts'
import { isQuiet, type Template } from '#contract/messages.ts'
import { today } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { newId } from '#server/kernel/ids.ts'
import { Refusal } from '#server/kernel/implement.ts'
import { post } from '#server/kernel/outbox.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { noteStep } from '#server/modules/loans/steps.ts'
import type { loanRows } from '#server/modules/loans/store.ts'
import type { Books } from '#server/modules/payments/apply.ts'
import { usual } from './steps.ts'
import { messageRows } from './store.ts'

type Loan = typeof loanRows.$inferSelect
type Stored = typeof messageRows.$inferSelect

/** The topic that messages leave the building under. */
export const messageTopic = 'messages.send'

/** Who writes, and when. */
export interface Writing {
  readonly tx: Db
  readonly ground: Pick<Ground, 'clock' | 'words'>
  readonly by: string
  readonly now: Date
  readonly requestId?: string | null
}

/** What is written to whom. */
export interface Letter {
  readonly template: Template
  readonly values: FaultValues
  readonly planId?: IdOf<'plan'> | null
  readonly linkId?: IdOf<'paymentLink'>
}

/** The text of a letter, in the language of the country. */
export function textOf({ id, app }: Pick<Loan, 'id' | 'app'>, { template, values }: Letter, ground: Writing['ground']) {
  // a letter names no words of ours
  const written = formatValues(values, numbersOf(ground.clock.country), ({ value }) => `${value}`)
  return ground.words.say(usual(ground).language, `messages.text.${template}`, { app, loan: id, ...written })
}

/** Whoever has a number can be written to. Refuses `no_phone`. */
async function mustHavePhone(tx: Db, id: Loan['customerId']): Promise<void> {
  const [row] = await tx.select({ phone: customerRows.phone }).from(customerRows).where(eq(customerRows.id, id))
  if (!row?.phone) throw new Refusal('no_phone')
}

/** Hands a message that is written to the channel; it leaves with this transaction. The order's log says what it said. */
export async function hand(
  loan: Loan,
  { id, text }: Pick<Stored, 'id'> & { text: string },
  { tx, by, now, requestId }: Writing,
) {
  await post(tx, { topic: messageTopic, key: `${id} ${now.toISOString()}`, body: { messageId: id } }, now)
  await noteStep(tx, loan, { event: 'write', actor: by, now, reason: text, requestId: requestId ?? null })
}

/**
 * Writes to the customer of a locked order: at once where customers may be written to now, else when that is so again.
 * A reminder leaves no other for the day. Refuses `no_phone`, `reminded_today`.
 */
export async function write(loan: Loan, letter: Letter & { reminds?: LocalDate }, writing: Writing): Promise<void> {
  const { tx, ground, by, now } = writing
  await mustHavePhone(tx, loan.customerId)
  const { template, planId = null, linkId = null, reminds = null } = letter
  const id = await newId(tx, 'message', today(ground.clock, now))
  const text = textOf(loan, letter, ground)
  const sendAt = nextContact(toInstant(now), ground.clock.country)
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
        ...usual(ground),
      },
      ...{ state: waits ? 'scheduled' : 'queued', madeBy: by, createdAt: now, sendAt },
    })
    .onConflictDoNothing()
    .returning({ id: messageRows.id })
  if (made.length === 0) throw new Refusal('reminded_today')
  if (!waits) await hand(loan, { id, text }, writing)
}

/** Collection leaves some people alone. Refuses `case_on_hold`. */
export async function mustNotBeQuiet(tx: Db, loanId: Loan['id']): Promise<void> {
  const open = and(eq(caseRows.loanId, loanId), ne(caseRows.state, 'closed'))
  const [row] = await tx.select({ hold: caseRows.hold }).from(caseRows).where(open)
  if (row && isQuiet(row.hold))
    throw new Refusal('case_on_hold', { hold: { vocabulary: 'cases.hold', value: row.hold! } })
}

/** What to remind of today: what is past due and due today together, else what falls due next. None: nothing is owed. */
export function reminderOf({ asked, day }: Books, loan: Loan, ground: Writing['ground']): Letter | null {
  const owing = asked.filter((plan) => repayable([plan]) > 0)
  const [first] = owing
  if (!first) return null
  const due = owing.filter(({ dueDate }) => dueDate <= day)
  const amount = ofMinor(repayable(due.length > 0 ? due : [first]), loan.currency)
  const date = formatDay(first.dueDate, usual(ground).language)
  const template = first.dueDate < day ? 'overdue' : first.dueDate === day ? 'dueToday' : 'dueSoon'
  return { template, values: { amount, date }, planId: first.id }
}

/** Tells everybody who looks at an order that there is something new about it. */
export const tellOf = (tx: Db, loanId: Loan['id']) =>
  tx.execute(sql`select pg_notify('rows', 'loans ' || id || ':' || version) from loans where id = ${loanId}`)
