import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { loanCode as codes, type LoanState } from '#contract/loans/flow.ts'
import { overdueDays } from '#contract/loans/plan.ts'
import type { PenaltyTerms } from '#contract/loans/terms.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { closeCuredCase, openCases } from '#server/modules/cases/steps/cases.ts'
import { accrue } from '#server/modules/plans/steps/accrual.ts'
import type { StoredLoan } from '../store.ts'
import { type Cause, lockLoan, transition, transitionAll } from './transition.ts'

/** The nightly run that makes orders overdue, as their log names it. */
export const lateJob = 'doLate'

/** An order past due, locked. */
export interface OverdueLoan {
  readonly id: IdOf<'loan'>
  readonly state: number
  readonly dueDate: LocalDate
  readonly penalty: PenaltyTerms
}

type Clocked = Pick<AppContext, 'clock'>
const awaitsItsDay: readonly number[] = [codes.awaitingRepayment, codes.overdue]

/** Lets the day come for orders past due: penalties, 30 to 50 with a case, 50 to 90. Answers how many changed. */
export async function processOverdue(
  tx: Db,
  orders: readonly OverdueLoan[],
  day: LocalDate,
  { clock }: Clocked,
): Promise<number> {
  const now = clock.now()
  const late = ({ dueDate }: OverdueLoan) => overdueDays(dueDate, day)
  const plans = await accrue(tx, orders, day, clock.country)
  const fresh = orders.filter(({ state }) => state === codes.awaitingRepayment)
  const bad = orders.filter((order) => {
    return late(order) >= order.penalty.badDebtDays && order.state !== codes.repaymentProcessing
  })
  const ids = (of: readonly OverdueLoan[]) => of.map(({ id }) => id)
  await transitionAll(tx, ids(fresh), codes.awaitingRepayment, { event: 'becomeOverdue', actor: lateJob, now })
  await openCases(
    tx,
    fresh.map((order) => ({ loanId: order.id, overdueDays: late(order) })),
    { day, at: now },
  )
  await transitionAll(tx, ids(bad), codes.overdue, { event: 'badDebt', actor: lateJob, now })
  return Math.max(plans, new Set([...ids(fresh), ...ids(bad)]).size)
}

/**
 * Cure: an order whose arrears are settled without a payment of a channel, which passes through 43, awaits its next day, and
 * nobody collects it any more; nor reminds of what was due today, once that is settled. Answers its code then.
 */
export async function cureArrears(tx: Db, id: IdOf<'loan'>, cause: Cause, { clock }: Clocked): Promise<LoanState> {
  const loan = (await lockLoan(tx, id))!
  const { state, dueDate } = loan
  const day = today(clock, cause.now)
  if (!awaitsItsDay.includes(state) || !dueDate || dueDate < day) return state
  const isLate = state === codes.overdue
  if (isLate || dueDate > day) await closeCuredCase(tx, id, cause.now)
  return isLate ? transition(tx, loan, 'cure', cause) : state
}

/**
 * Brings a locked order to where the nights up to now have left it, whether they were run or not: what is done to it
 * next must not depend on that. Answers it as it is then.
 */
export async function catchUp(tx: Db, loan: StoredLoan, { clock }: Clocked): Promise<StoredLoan> {
  const day = today(clock, clock.now())
  const { id, state, dueDate, terms } = loan
  if (!awaitsItsDay.includes(state) || !dueDate || dueDate >= day) return loan
  await processOverdue(tx, [{ id, state, dueDate, penalty: terms.penalty }], day, { clock })
  return (await lockLoan(tx, id))!
}
