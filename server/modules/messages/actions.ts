import { and, eq, inArray } from 'drizzle-orm'
import type { Customer } from '#contract/customers.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { isFinal, loanFlow } from '#contract/loans/flow.ts'
import type { offers, questions } from '#contract/message-occasions.ts'
import type { Proof } from '#contract/proofs.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { mustNotBeOnHold } from '#server/modules/contact-rules/steps/permission.ts'
import { lockFor, lockLoan } from '#server/modules/loans/steps/transition.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { currentReminder } from './steps/reminder.ts'
import { type MessageContext, writeMessage, writeOrKeepRefusal } from './steps/write-message.ts'

/** Whoever calls, as the one who writes. */
export const messageContextOf = ({ tx, app, actor, now, requestId }: Context): MessageContext => {
  return { tx, app, by: actor.name, now, requestId }
}

/** What an order, or one of its plans, is to be reminded of, and whom. Refuses `case_on_hold`, `nothing_owed`. */
async function reminderFor(loanId: IdOf<'loan'>, planId: IdOf<'plan'> | null, writing: MessageContext) {
  const { tx, app, now } = writing
  const loan = await lockFor(tx, loanId, 'remind')
  await mustNotBeOnHold(tx, { customerId: loan.customerId, loanId, way: 'message' }, { app, now })
  const reminder = await currentReminder(loan, planId, writing)
  if (!reminder) throw new Refusal('nothing_owed')
  return [{ customerId: loan.customerId, loan }, reminder] as const
}

/** Reminds the customer of an order, or of one of its plans, of what is owed. Leaves no other reminder for the day. */
export const remind = async (...about: Parameters<typeof reminderFor>): Promise<void> =>
  writeMessage(...(await reminderFor(...about)), about[2])

/** The same where nobody waits for the answer. @returns whether it was written. */
export const remindOrKeepRefusal = async (...about: Parameters<typeof reminderFor>): Promise<boolean> =>
  writeOrKeepRefusal(...(await reminderFor(...about)), about[2])

/** Asks the customer for what is missing from a proof. */
export async function askCustomer(question: (typeof questions)[number], call: Call<never, Proof>): Promise<void> {
  const loan = (await lockLoan(call.tx, call.row.loanId))!
  await writeMessage({ customerId: loan.customerId, loan }, { template: question, values: {} }, messageContextOf(call))
}

const openStates = loanFlow.states.filter((state) => !isFinal(state))

/** An order of a customer that is under way; undefined: there is none. */
export async function openOrderOf(tx: Context['tx'], customerId: IdOf<'customer'>): Promise<IdOf<'loan'> | undefined> {
  const open = and(eq(loanRows.customerId, customerId), inArray(loanRows.state, openStates))
  const [loan] = await tx.select({ id: loanRows.id }).from(loanRows).where(open).limit(1)
  return loan?.id
}

/** Offers a customer what they could borrow. Refuses `order_open` while something of theirs is under way. */
export async function makeOffer(offer: (typeof offers)[number], call: Call<never, Customer>): Promise<void> {
  const { tx, row } = call
  const loan = await openOrderOf(tx, row.id)
  if (loan) throw new Refusal('order_open', { loan })
  const draft = { template: offer, values: { limit: row.limit! } } // the guard has asked for one
  await writeMessage({ customerId: row.id, loan: null }, draft, messageContextOf(call))
}
