import { and, eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Loan } from '#contract/loans/row.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { staffRoleRows, staffRows } from '#server/modules/staff/store.ts'
import { lockedLoan } from './actions.ts'
import { recordDecision } from './decision/decide.ts'
import { documentsOf } from './decision/facts.ts'
import { causeOf, transition } from './steps/transition.ts'
import { loanRows } from './store.ts'

type ReviewCall = Call<never, Loan>

/** The mark of the role that reviews. */
const reviewerMark = 'REV'

const setReviewer = (tx: Db, id: IdOf<'loan'>, reviewerId: IdOf<'staff'>) =>
  tx.update(loanRows).set({ reviewerId }).where(eq(loanRows.id, id))

/** Takes an application that nobody has taken. */
export async function claim({ tx, row, actor }: ReviewCall): Promise<void> {
  await setReviewer(tx, row.id, actor.id)
}

/** Gives an application to a reviewer, whoever has it. */
export async function assign(reviewer: IdOf<'staff'>, call: ReviewCall): Promise<void> {
  const { tx, row } = call
  const able = and(eq(staffRows.id, reviewer), eq(staffRows.state, 'enabled'), eq(roleRows.mark, reviewerMark))
  const [person] = await tx
    .select({ id: staffRows.id })
    .from(staffRows)
    .innerJoin(staffRoleRows, eq(staffRoleRows.staffId, staffRows.id))
    .innerJoin(roleRows, eq(roleRows.id, staffRoleRows.roleId))
    .where(able)
  if (!person) throw new Refusal('not_a_reviewer')
  if ((await lockedLoan(call)).reviewerId === person.id) throw new Refusal('same_assignee')
  await setReviewer(tx, row.id, person.id)
}

/** The order, for whoever has claimed it: nobody else decides. */
async function mustBeMine(call: ReviewCall) {
  const loan = await lockedLoan(call)
  if (loan.reviewerId !== call.actor.id) throw new Refusal('claimed_elsewhere')
  return loan
}

/** Approves by hand. */
export async function pass(remark: string | null, call: ReviewCall): Promise<void> {
  const { tx, now, actor, app } = call
  const loan = await mustBeMine(call)
  const [customer] = await tx.select().from(customerRows).where(eq(customerRows.id, loan.customerId))
  const { panValid, aadhaarValid } = documentsOf(customer!, app.secrets, app.clock.country)
  if (!(panValid && aadhaarValid) && !remark) throw new Refusal('documents_not_valid')
  const decision = { loanId: loan.id, remark, decidedBy: actor.name, at: now }
  await recordDecision(tx, { ...decision, outcome: 'passed' })
  await transition(tx, loan, 'manualPass', { ...causeOf(call, remark), along: { decidedAt: now } })
}

/** Refuses by hand, for good. */
export async function reject(code: string, remark: string | null, call: ReviewCall): Promise<void> {
  const { tx, now, actor } = call
  const loan = await mustBeMine(call)
  await recordDecision(tx, { loanId: loan.id, outcome: 'failed', code, remark, decidedBy: actor.name, at: now })
  const reason = remark ? `${code} · ${remark}` : code
  const along = { decidedAt: now, deniedCode: code, closedAt: now }
  await transition(tx, loan, 'manualReject', { ...causeOf(call, reason), along })
}

/** Sends an approved application back to be reviewed again, by whoever takes it. */
export async function reinspect(reason: string, call: ReviewCall): Promise<void> {
  const { tx, now, actor } = call
  const loan = await lockedLoan(call)
  const returned = { loanId: loan.id, outcome: 'returned' as const, remark: reason, decidedBy: actor.name, at: now }
  await recordDecision(tx, returned)
  await transition(tx, loan, 'reinspect', { ...causeOf(call, reason), along: { reviewerId: null, decidedAt: null } })
}
