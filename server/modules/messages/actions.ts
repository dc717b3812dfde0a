import type { IdOf } from '#contract/kernel/values.ts'
import type { MessageTemplate } from '#contract/messages.ts'
import type { Proof } from '#contract/proofs.ts'
import { today } from '#server/kernel/base/clock.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { lockFor, lockLoan } from '#server/modules/loans/steps/transition.ts'
import { openBooks } from '#server/modules/plans/steps/books.ts'
import { type MessageContext, mustNotBeOnHold, reminderOf, writeMessage } from './steps/write-message.ts'

/** Whoever calls, as the one who writes. */
export const messageContextOf = ({ tx, app, actor, now, requestId }: Context): MessageContext => {
  return { tx, app, by: actor.name, now, requestId }
}

/** Reminds the customer of an order, or of one of its plans, of what is owed. Leaves no other reminder for the day. */
export async function remind(
  loanId: IdOf<'loan'>,
  planId: IdOf<'plan'> | null,
  writing: MessageContext,
): Promise<void> {
  const { tx, app, now } = writing
  const loan = await lockFor(tx, loanId, 'remind')
  await mustNotBeOnHold(tx, loanId)
  const { asked, ...books } = await openBooks(tx, loan, app)
  const about = planId ? asked.filter(({ id }) => id === planId) : asked
  const letter = reminderOf({ ...books, asked: about }, loan, app)
  if (!letter) throw new Refusal('nothing_owed')
  await writeMessage(loan, { ...letter, reminds: today(app.clock, now) }, writing)
}

/** Asks the customer for what is missing from a proof. */
export async function askCustomer(question: MessageTemplate, call: Call<never, Proof>): Promise<void> {
  const loan = (await lockLoan(call.tx, call.row.loanId))!
  await writeMessage(loan, { template: question, values: {} }, messageContextOf(call))
}
