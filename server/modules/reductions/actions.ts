import { eq } from 'drizzle-orm'
import { addDays } from '#contract/kernel/calendar.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { Money } from '#contract/kernel/values.ts'
import { maxReduction, outstandingOf, type PlanBalance, reductionSplit } from '#contract/loans/balance.ts'
import type { LoanEvent } from '#contract/loans/flow.ts'
import { overdueDays } from '#contract/loans/plan.ts'
import type { Plan } from '#contract/plans.ts'
import type { Reduction, ReductionEnding } from '#contract/reductions.ts'
import { reduction } from '#contract/reductions.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { closeCase } from '#server/modules/cases/steps/cases.ts'
import { countRepaidLoan } from '#server/modules/customers/steps/customers.ts'
import { mustBeMaker, mustNotBeMaker } from '#server/modules/four-eyes/steps.ts'
import { cureArrears } from '#server/modules/loans/steps/overdue.ts'
import { lockFor, transition } from '#server/modules/loans/steps/transition.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { openBooks } from '#server/modules/plans/steps/books.ts'
import { oldestDue, postEntry } from '#server/modules/plans/steps/plan-ledger.ts'
import { accountOf, flagRequest } from '#server/modules/plans/steps/plans.ts'
import { limitFor } from '#server/modules/roles/steps.ts'
import { lockStaff } from '#server/modules/staff/steps.ts'
import { passedOn } from './steps.ts'
import { reductionRows } from './store.ts'

/** What a request is about. */
interface ReductionTarget {
  readonly loanId: Plan['loanId']
  readonly planId: Plan['id'] | null
}
type ReductionCall = Call<never, Reduction>

/** The order of a plan, kept from other writers, with its open plans as they stand today. */
async function owedBy({ tx, app }: Context, loanId: Plan['loanId'], event: LoanEvent) {
  const loan = await lockFor(tx, loanId, event)
  const { plans } = await openBooks(tx, loan, app)
  return { loan, plans }
}

/** Asks that a plan may be settled for less; of an order without a plan named, the one that is due first. */
export async function request(amount: Money, reason: string, about: ReductionTarget, call: Context): Promise<void> {
  const { tx, actor, now, today } = call
  const { loan, plans } = await owedBy(call, about.loanId, 'requestReduction')
  const plan = about.planId ? plans.find(({ id }) => id === about.planId) : plans[0]
  if (!plan) throw new Refusal('plan_settled')
  if (plan.openRequest) throw new Refusal('open_request')
  const { currency } = loan
  if (amount.currency !== currency) throw new Refusal('wrong_currency', { currency }, { field: 'amount' })
  if (amount.minor <= 0) throw new Refusal('not_positive', undefined, { field: 'amount' })
  const account = accountOf(plan)
  const cut = reductionSplit(amount.minor, account, currency)
  if (!cut.ok) throw new Refusal(cut.fault, cut.values, { field: 'amount' })
  const before = outstandingOf(account)
  await tx.insert(reductionRows).values({
    ...{ id: await newId(tx, reduction.ids, today), planId: plan.id, loanId: loan.id, state: 'pending' },
    ...{ currency, amountMinor: amount.minor, overdueDays: overdueDays(plan.dueDate, today) },
    ...{ beforePenalty: before.penalty, beforeFee: before.fee },
    ...{ beforeInterest: before.interest, beforePrincipal: before.principal },
    ...{ reason, source: actor.agencyId ? 'collector' : 'customerService' },
    ...{ makerId: actor.id, makerUnitPath: actor.unitPath, requestedAt: now },
  })
  await flagRequest(tx, plan.id, true)
}

/** Whoever decides stays within what their role may let a customer off, and within what is left of the day. */
async function mustBeWithinLimits({ amount }: Reduction, account: PlanBalance, context: Context): Promise<void> {
  const { tx, actor, today, app } = context
  const ppm = await limitFor(tx, actor, await parameter(tx, 'reduction.limits'))
  const most = maxReduction(ppm ?? 1_000_000, account)
  if (amount.minor > most) throw new Refusal('above_limit', { limit: ofMinor(most, amount.currency) })
  const daily = await parameter(tx, 'reduction.dailyMaxMinor')
  if (daily === 0) return
  await lockStaff(tx, actor.id) // those who decide at once wait for one another
  const left = Math.max(0, daily - (await passedOn(tx, actor.id, today, app.clock.country)))
  if (amount.minor > left) throw new Refusal('over_daily_limit', { left: ofMinor(left, amount.currency) })
}

const decide = ({ tx, row, actor, now }: ReductionCall, decided: Partial<typeof reductionRows.$inferInsert>) =>
  tx
    .update(reductionRows)
    .set({ checkerId: actor.id, auditedAt: now, ...decided })
    .where(eq(reductionRows.id, row.id))

/** Takes off what was asked for. What is settled by it is closed. */
export async function pass(note: string | undefined, call: ReductionCall): Promise<void> {
  const { tx, row, actor, now, today, requestId } = call
  mustNotBeMaker(call)
  const { loan, plans } = await owedBy(call, row.loanId, 'reducePass')
  const plan = plans.find(({ id }) => id === row.planId)
  if (!plan) throw new Refusal('plan_settled')
  const account = accountOf(plan)
  const cut = reductionSplit(row.amount.minor, account, row.amount.currency)
  if (!cut.ok) throw new Refusal(cut.fault, cut.values)
  await mustBeWithinLimits(row, account, call)
  const { penalty, fee, interest } = cut.value
  const validUntil = addDays(today, await parameter(tx, 'reduction.validDays'))
  const taken = { reliefPenalty: penalty, reliefFee: fee, reliefInterest: interest, validUntil }
  await decide(call, { state: 'passed', note: note || null, fate: 'inForce', ...taken })
  await flagRequest(tx, plan.id, false)
  const after = await postEntry(tx, plan, ['reduced', cut.value], now)
  const dueDate = oldestDue(plans.map((one) => (one.id === after.id ? after : one)))
  const along = { dueDate, ...(dueDate === null && { closedAt: now }) }
  const event = dueDate === null ? 'reducePassClears' : 'reducePass'
  const cause = { actor: actor.name, now, requestId, reason: row.reason }
  await transition(tx, loan, event, { ...cause, along })
  if (dueDate !== null) {
    await cureArrears(tx, loan.id, cause, call.app)
    return
  }
  await closeCase(tx, loan.id, 'paid', now)
  await countRepaidLoan(tx, loan.customerId, now)
}

/** Refuses a request, for a reason. */
export async function reject(note: string, call: ReductionCall): Promise<void> {
  mustNotBeMaker(call)
  await decide(call, { state: 'rejected', note })
  await flagRequest(call.tx, call.row.planId, false)
}

/** Takes one's own request back. */
export async function withdraw(call: ReductionCall): Promise<void> {
  mustBeMaker(call)
  await decide(call, { state: 'rejected', note: 'withdrawnByMaker' satisfies ReductionEnding })
  await flagRequest(call.tx, call.row.planId, false)
}
