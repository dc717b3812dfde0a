import { eq } from 'drizzle-orm'
import type { AskedItem, RejectCode } from '#contract/reviews/row.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { documentsOf } from '#server/modules/loans/steps/decisions.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { countsFrom, lockEnd } from './clock.ts'
import { comparedOf } from './compared.ts'
import { countKey, countTopic } from './count.ts'
import { mustBeLockedForMe, mustBeMine, type ReviewCall } from './held-review.ts'
import { reviewRows, type StoredReview } from './store.ts'

interface Decision {
  readonly result: 'passed' | 'failed'
  readonly code: RejectCode | null
  readonly remark: string | null
}

/** Saves a decision, which counts once it can no longer be undone: until then the applicant waits as before. */
async function save({ id }: StoredReview, decision: Decision, { tx, now }: ReviewCall): Promise<void> {
  const audited = { state: 'audited' as const, decidedAt: now, lockedUntil: null }
  await tx
    .update(reviewRows)
    .set({ ...decision, ...audited })
    .where(eq(reviewRows.id, id))
  await post(tx, { topic: countTopic, key: countKey(id, now), body: { reviewId: id } }, countsFrom(now))
}

/** Approves. @throws Refusal `claimed_elsewhere`, `lock_lost`, `documents_not_valid`, `differences_unexplained`. */
export async function pass(remark: string | null, call: ReviewCall): Promise<void> {
  const { tx, app } = call
  const review = await mustBeLockedForMe(call)
  if (!remark) {
    const [found] = await tx
      .select({ customer: customerRows })
      .from(loanRows)
      .innerJoin(customerRows, eq(customerRows.id, loanRows.customerId))
      .where(eq(loanRows.id, review.loanId))
    const { customer } = found! // an order has a customer
    const { panValid, aadhaarValid } = documentsOf(customer, app.secrets, app.clock.country)
    if (!(panValid && aadhaarValid)) throw new Refusal('documents_not_valid', undefined, { field: 'remark' })
    const differing = (await comparedOf(tx, customer, app)).filter(({ same }) => same === false)
    if (differing.length > 0) {
      throw new Refusal('differences_unexplained', { count: differing.length }, { field: 'remark' })
    }
  }
  await save(review, { result: 'passed', code: null, remark }, call)
}

/** Refuses, for good. @throws Refusal `claimed_elsewhere`, `lock_lost`. */
export async function reject(code: RejectCode, remark: string | null, call: ReviewCall): Promise<void> {
  await save(await mustBeLockedForMe(call), { result: 'failed', code, remark }, call)
}

/** Has the customer hand in some of it again. @throws Refusal `claimed_elsewhere`, `lock_lost`. */
export async function askAgain(items: readonly AskedItem[], remark: string | null, call: ReviewCall): Promise<void> {
  const { id } = await mustBeLockedForMe(call)
  const asked = { asked: [...new Set(items)], remark, waitingSince: call.now, lockedUntil: null }
  await call.tx
    .update(reviewRows)
    .set({ state: 'dataModifiable', ...asked })
    .where(eq(reviewRows.id, id))
}

/** Takes a decision back. @throws Refusal `claimed_elsewhere`, `decision_counts`. */
export async function undo(call: ReviewCall): Promise<void> {
  const { id, decidedAt } = await mustBeMine(call)
  if (!decidedAt || countsFrom(decidedAt) <= call.now) throw new Refusal('decision_counts')
  const undecided = { result: null, code: null, decidedAt: null, lockedUntil: lockEnd(call.now) }
  await call.tx
    .update(reviewRows)
    .set({ state: 'underReview', ...undecided })
    .where(eq(reviewRows.id, id))
}
