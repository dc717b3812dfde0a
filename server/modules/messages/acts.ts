import type { IdOf } from '#contract/kernel/values.ts'
import type { Template } from '#contract/messages.ts'
import type { Proof } from '#contract/proofs.ts'
import { today } from '#server/kernel/clock.ts'
import { type Call, type Context, Refusal } from '#server/kernel/implement.ts'
import { lockFor, lockLoan } from '#server/modules/loans/steps.ts'
import { openBooks } from '#server/modules/payments/steps.ts'
import { mustNotBeQuiet, reminderOf, type Writing, write } from './write.ts'

/** Whoever calls, as the one who writes. */
export const writingOf = ({ tx, ground, actor, now, requestId }: Context): Writing => {
  return { tx, ground, by: actor.name, now, requestId }
}

/** Reminds the customer of an order, or of one of its plans, of what is owed. Leaves no other reminder for the day. */
export async function remind(loanId: IdOf<'loan'>, planId: IdOf<'plan'> | null, writing: Writing): Promise<void> {
  const { tx, ground, now } = writing
  const loan = await lockFor(tx, loanId, 'remind')
  await mustNotBeQuiet(tx, loanId)
  const { asked, ...books } = await openBooks(tx, loan, ground)
  const about = planId ? asked.filter(({ id }) => id === planId) : asked
  const letter = reminderOf({ ...books, asked: about }, loan, ground)
  if (!letter) throw new Refusal('nothing_owed')
  await write(loan, { ...letter, reminds: today(ground.clock, now) }, writing)
}

/** Asks the customer for what is missing from a proof. */
export async function askCustomer(question: Template, call: Call<never, Proof>): Promise<void> {
  const loan = (await lockLoan(call.tx, call.row.loanId))!
  await write(loan, { template: question, values: {} }, writingOf(call))
}
