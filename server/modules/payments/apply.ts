import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { allocate, type Plan, repayable, total } from '#contract/loans/balance.ts'
import { loan as codes } from '#contract/loans/flow.ts'
import { today } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { Refusal } from '#server/kernel/implement.ts'
import { closeCase } from '#server/modules/cases/steps.ts'
import { countDone } from '#server/modules/customers/steps.ts'
import { setDue } from '#server/modules/loans/due.ts'
import type { loanRows } from '#server/modules/loans/store.ts'
import { accrue } from '#server/modules/plans/accrual.ts'
import { asOf, correctPenalties } from '#server/modules/plans/backdate.ts'
import { enter, lockPlans, oldestDue, type StoredPlan } from '#server/modules/plans/entries.ts'
import { allocationRows } from './store.ts'

export type Loan = typeof loanRows.$inferSelect
type Clocked = Pick<Ground, 'clock'>

/** An order's open plans as they stood on a day, each with the row it is kept in. */
export interface Books {
  readonly plans: readonly StoredPlan[]
  readonly asked: readonly (Plan & { readonly id: IdOf<'plan'> })[]
  readonly day: LocalDate
}

/** Penalties run by date, whatever the code, until the debt is called bad. */
const isCharged = ({ state, cameFrom }: Loan): boolean => state !== codes.badDebt && cameFrom !== codes.badDebt

/**
 * What a locked order asks for on the day that money counts for, every day up to now charged first. The plans are kept
 * from other writers.
 */
export async function booksOf(tx: Db, loan: Loan, valueAt: Date, { clock }: Clocked): Promise<Books> {
  const day = businessDate(toInstant(valueAt), clock.country)
  if (isCharged(loan)) {
    const charged = { id: loan.id, penalty: loan.terms.penalty }
    await accrue(tx, [charged], today(clock, clock.now()), clock.country)
  }
  const plans = (await lockPlans(tx, loan.id)).filter(({ state }) => state === 'open')
  const asked = []
  for (const plan of plans) asked.push(await asOf(tx, plan, day))
  return { plans, asked, day }
}

/** Money that has come in, to be used for what an order owes. */
export interface Incoming {
  readonly paymentId: IdOf<'payment'>
  readonly amountMinor: number
  /** When it was there. */
  readonly valueAt: Date
}

/** What became of money that came in. */
export interface Applied {
  /** Whether nothing is owed any more. */
  readonly settled: boolean
  /** Reductions that counted when it was settled. */
  readonly reducedMinor: number
  /** What is still owed, and since when. */
  readonly leftMinor: number
  readonly dueDate: LocalDate | null
  /** More than was owed: nothing was settled with it. */
  readonly unappliedMinor: number
}

/** Gives money to the plans of the books, and enters what each got. */
async function give(
  tx: Db,
  loan: Loan,
  { books, incoming }: { readonly books: Books; readonly incoming: Incoming },
  { clock }: Clocked,
): Promise<void> {
  const { penalty } = loan.terms
  const given = allocate(incoming.amountMinor, books.asked, penalty.allocationOrder, loan.currency)
  if (!given.ok) throw new Refusal(given.fault, given.values, { field: 'amount' })
  for (const { serial, paid } of given.value) {
    const plan = books.plans.find((one) => one.serial === serial)!
    const backdated = { paymentId: incoming.paymentId, day: books.day, paid }
    const right = await correctPenalties(tx, plan, backdated, { penalty, country: clock.country })
    await tx.insert(allocationRows).values({
      ...{ paymentId: incoming.paymentId, planId: plan.id, paidPenalty: paid.penalty, paidFee: paid.fee },
      ...{ paidInterest: paid.interest, paidPrincipal: paid.principal },
    })
    await enter(tx, right, ['paid', paid], incoming.valueAt)
  }
}

/**
 * Uses money for what a locked order owes, in the order its terms say, for the day it counts for: plans are settled, the
 * order's due date moves on, and with the last plan its case closes. The order's code stays: the caller knows the event.
 * `excess`: more than is owed is kept apart; else it is refused.
 * @throws Refusal `more_than_repayable`.
 */
export async function applyMoney(
  tx: Db,
  loan: Loan,
  incoming: Incoming,
  { ground, excess, books }: { readonly ground: Clocked; readonly excess: boolean; readonly books?: Books },
): Promise<Applied> {
  const found = books ?? (await booksOf(tx, loan, incoming.valueAt, ground))
  const mostMinor = repayable(found.asked)
  if (incoming.amountMinor > mostMinor && !excess) {
    const values = { repayable: ofMinor(mostMinor, loan.currency) }
    throw new Refusal('more_than_repayable', values, { field: 'amount' })
  }
  const usedMinor = Math.min(incoming.amountMinor, mostMinor)
  if (usedMinor > 0) await give(tx, loan, { books: found, incoming: { ...incoming, amountMinor: usedMinor } }, ground)
  return closing(tx, loan, { ...incoming, unappliedMinor: incoming.amountMinor - usedMinor }, ground)
}

/** What an order owes after money was used for it, and all that follows where that is nothing. */
export async function closing(
  tx: Db,
  loan: Loan,
  { valueAt, unappliedMinor }: Pick<Incoming, 'valueAt'> & { readonly unappliedMinor: number },
  { clock }: Clocked,
): Promise<Applied> {
  const plans = await lockPlans(tx, loan.id)
  const open = plans.filter(({ state }) => state === 'open')
  const dueDate = oldestDue(plans)
  const settled = open.length === 0
  await setDue(tx, loan.id, { dueDate, closedAt: settled ? valueAt : null })
  if (settled) {
    await closeCase(tx, loan.id, 'paid', clock.now())
    await countDone(tx, loan.customerId)
  }
  const sum = (of: (plan: StoredPlan) => number) => plans.reduce((all, plan) => all + of(plan), 0)
  const reducedMinor = sum((plan) =>
    total({
      ...{ penalty: plan.reducedPenalty, fee: plan.reducedFee },
      ...{ interest: plan.reducedInterest, principal: plan.reducedPrincipal },
    }),
  )
  const leftMinor = open.reduce((all, { owedMinor }) => all + (owedMinor ?? 0), 0)
  return { settled, reducedMinor, leftMinor, dueDate, unappliedMinor }
}
