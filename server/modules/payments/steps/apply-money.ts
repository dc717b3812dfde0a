import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { allocate, repayable, totalOf } from '#contract/loans/balance.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { closeCase } from '#server/modules/cases/steps/cases.ts'
import { countRepaidLoan } from '#server/modules/customers/steps/customers.ts'
import { setDue } from '#server/modules/loans/steps/due-date.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { allocationRows } from '#server/modules/payments/store.ts'
import { correctPenalties } from '#server/modules/plans/steps/backdate.ts'
import { type Books, booksOf } from '#server/modules/plans/steps/books.ts'
import { oldestDue, postEntry } from '#server/modules/plans/steps/plan-ledger.ts'
import { setReliefsOn } from '#server/modules/plans/steps/relief.ts'
import type { StoredPlan } from '#server/modules/plans/store.ts'
import { settlePromises } from '#server/modules/promises/steps.ts'
import { attributePayment } from '#server/modules/recoveries/steps/attribute.ts'

type Clocked = Pick<AppContext, 'clock'>

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
async function allocateToPlans(
  tx: Db,
  loan: StoredLoan,
  { books, incoming }: { readonly books: Books; readonly incoming: Incoming },
  { clock }: Clocked,
): Promise<void> {
  const { penalty } = loan.terms
  const given = allocate(incoming.amountMinor, books.asked, penalty.allocationOrder, loan.currency)
  if (!given.ok) throw new Refusal(given.fault, given.values, { field: 'amount' })
  // what held on an earlier day counts for it, though it has lapsed since; the books are those of today
  const isEarlier = books.day < today(clock, clock.now())
  const { plans } = isEarlier ? await setReliefsOn(tx, loan.id, books.day, { clock }) : books
  for (const { serial, paid } of given.value) {
    const plan = plans.find((one) => one.serial === serial)!
    const backdated = { paymentId: incoming.paymentId, day: books.day, paid }
    const right = await correctPenalties(tx, plan, backdated, { penalty, country: clock.country })
    await tx.insert(allocationRows).values({
      ...{ paymentId: incoming.paymentId, planId: plan.id, paidPenalty: paid.penalty, paidFee: paid.fee },
      ...{ paidInterest: paid.interest, paidPrincipal: paid.principal },
    })
    await postEntry(tx, right, ['paid', paid], incoming.valueAt)
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
  loan: StoredLoan,
  incoming: Incoming,
  { app, excess, books }: { readonly app: Clocked; readonly excess: boolean; readonly books?: Books },
): Promise<Applied> {
  const found = books ?? (await booksOf(tx, loan, incoming.valueAt, app))
  const mostMinor = repayable(found.asked)
  if (incoming.amountMinor > mostMinor && !excess) {
    const values = { repayable: ofMinor(mostMinor, loan.currency) }
    throw new Refusal('more_than_repayable', values, { field: 'amount' })
  }
  const usedMinor = Math.min(incoming.amountMinor, mostMinor)
  await allocateToPlans(tx, loan, { books: found, incoming: { ...incoming, amountMinor: usedMinor } }, app)
  return closeIfSettled(tx, loan, { ...incoming, unappliedMinor: incoming.amountMinor - usedMinor }, app)
}

/** What an order owes after money was used for it, and all that follows where that is nothing. */
export async function closeIfSettled(
  tx: Db,
  loan: StoredLoan,
  { paymentId, valueAt, unappliedMinor }: Omit<Incoming, 'amountMinor'> & { readonly unappliedMinor: number },
  { clock }: Clocked,
): Promise<Applied> {
  const { plans } = await setReliefsOn(tx, loan.id, today(clock, clock.now()), { clock })
  const open = plans.filter(({ state }) => state === 'open')
  const dueDate = oldestDue(plans)
  const settled = open.length === 0
  await setDue(tx, loan.id, { dueDate, closedAt: settled ? valueAt : null })
  if (settled) {
    await closeCase(tx, loan.id, 'paid', clock.now())
    await countRepaidLoan(tx, loan.customerId, clock.now())
  }
  await settlePromises(tx, loan.id, { clock }, { paymentId, valueAt })
  await attributePayment(tx, loan, { paymentId, valueAt, unappliedMinor, plans }, { clock })
  const sum = (of: (plan: StoredPlan) => number) => plans.reduce((all, plan) => all + of(plan), 0)
  const reducedMinor = sum((plan) =>
    totalOf({
      ...{ penalty: plan.reducedPenalty, fee: plan.reducedFee },
      ...{ interest: plan.reducedInterest, principal: plan.reducedPrincipal },
    }),
  )
  const leftMinor = open.reduce((all, { owedMinor }) => all + (owedMinor ?? 0), 0)
  return { settled, reducedMinor, leftMinor, dueDate, unappliedMinor }
}
