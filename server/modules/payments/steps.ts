import { and, asc, eq, sql } from 'drizzle-orm'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Components, owed, total } from '#contract/loans/balance.ts'
import type { RepaymentChannel } from '#contract/loans/write-off.ts'
import type { PaymentKind } from '#contract/payments.ts'
import { today } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { newId } from '#server/kernel/ids.ts'
import { Refusal } from '#server/kernel/implement.ts'
import { holderOf } from '#server/modules/cases/holder.ts'
import { closeCase } from '#server/modules/cases/steps.ts'
import { setDue } from '#server/modules/loans/due.ts'
import { correctPenalties } from '#server/modules/plans/backdate.ts'
import { enter, lockPlans, settlePlan } from '#server/modules/plans/entries.ts'
import { accountOf } from '#server/modules/plans/steps.ts'
import { type Applied, applyMoney, booksOf, type Loan } from './apply.ts'
import { allocationRows, paymentRows } from './store.ts'

type Clocked = Pick<Ground, 'clock'>

/** Every payment of an order, oldest first. */
export async function paymentsOf(tx: Db, loanId: IdOf<'loan'>) {
  const rows = await tx
    .select()
    .from(paymentRows)
    .where(eq(paymentRows.loanId, loanId))
    .orderBy(asc(paymentRows.createdAt), asc(paymentRows.id))
  return rows.map(({ id, amountMinor, currency, kind, channel, state, utr, createdAt, completedAt }) => {
    const times = { createdAt: toInstant(createdAt), completedAt: completedAt && toInstant(completedAt) }
    return { id, amount: ofMinor(amountMinor, currency), kind, channel, state, utr, ...times }
  })
}

/** Of all who want to use one UTR at once, one goes on, and the others see that it is used. */
const utrLock = 46

/**
 * The reference of a transfer counts for one payment only.
 * @throws Refusal `utr_used`, with the payment that it belongs to.
 */
export async function mustBeNewUtr(tx: Db, utr: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${utr}, ${utrLock}))`)
  const used = and(eq(paymentRows.utr, utr), eq(paymentRows.state, 'success'))
  const [known] = await tx.select({ id: paymentRows.id }).from(paymentRows).where(used)
  if (known) throw new Refusal('utr_used', { payment: known.id }, { field: 'utr' })
}

/** Money that came in past the channels. */
export interface Receipt {
  readonly amountMinor: number
  readonly kind: PaymentKind
  readonly channel: RepaymentChannel
  readonly utr: string | null
  readonly upi?: string | null
  readonly bankCode?: string | null
  /** When it was there: the day it counts for. */
  readonly valueAt: Date
  readonly operator: string | null
}

async function addReceipt(
  tx: Db,
  loan: Loan,
  { valueAt, ...receipt }: Receipt & { readonly extensionMinor?: number },
  { clock }: Clocked,
): Promise<IdOf<'payment'>> {
  if (receipt.amountMinor <= 0) throw new Refusal('not_positive', undefined, { field: 'amount' })
  if (receipt.utr) await mustBeNewUtr(tx, receipt.utr)
  const now = clock.now()
  const id = await newId(tx, 'payment', today(clock, now))
  const about = { id, loanId: loan.id, currency: loan.currency, ...holderOf(loan) }
  const done = { state: 'success', createdAt: now, completedAt: valueAt } as const
  await tx.insert(paymentRows).values({ ...receipt, ...about, ...done })
  return id
}

/** What became of a payment that was taken. */
export interface Taken extends Applied {
  readonly paymentId: IdOf<'payment'>
}

/**
 * Takes money for a locked order: a payment of its own, used for what is owed on the day it counts for. Plans are settled,
 * the due date moves on; the order's code stays, which the caller moves by its own event.
 * @throws Refusal `not_positive`, `more_than_repayable`, `utr_used`.
 */
export async function takePayment(tx: Db, loan: Loan, receipt: Receipt, ground: Clocked): Promise<Taken> {
  const paymentId = await addReceipt(tx, loan, receipt, ground)
  const incoming = { paymentId, amountMinor: receipt.amountMinor, valueAt: receipt.valueAt }
  return { paymentId, ...(await applyMoney(tx, loan, incoming, { ground, excess: false })) }
}

/** The price of an extension: what is in arrears on the plan, and beside that fee and commission. */
export interface Price {
  readonly arrears: Components
  readonly extensionMinor: number
}

/**
 * Books the price of an extension that was paid: the arrears on the one open plan, which closes as extended, and with it
 * the case. The code of the order and the order that goes on are the caller's.
 * @throws Error where there is not just one open plan, or it asks for less: the caller must have checked.
 */
export async function bookExtension(
  tx: Db,
  loan: Loan,
  { arrears, paymentId, valueAt }: Pick<Price, 'arrears'> & { readonly paymentId: IdOf<'payment'>; valueAt: Date },
  { clock }: Clocked,
): Promise<void> {
  const [plan, ...others] = (await lockPlans(tx, loan.id)).filter(({ state }) => state === 'open')
  if (!plan || others.length > 0) throw new Error(`${loan.id} has not just one plan to extend`)
  if (total(arrears) > 0) {
    await tx.insert(allocationRows).values({
      ...{ paymentId, planId: plan.id, paidPenalty: arrears.penalty, paidFee: arrears.fee },
      ...{ paidInterest: arrears.interest, paidPrincipal: arrears.principal },
    })
  }
  // what was charged since the day it counts for is charged on the order that goes on, not on this one
  const day = businessDate(toInstant(valueAt), clock.country)
  const gone = { paymentId, day, paid: { ...arrears, principal: owed(accountOf(plan)).principal } }
  const right = await correctPenalties(tx, plan, gone, { penalty: loan.terms.penalty, country: clock.country })
  const paid = total(arrears) > 0 ? await enter(tx, right, ['paid', arrears], valueAt) : right
  await settlePlan(tx, paid, 'extended', valueAt)
  await setDue(tx, loan.id, { dueDate: null, closedAt: valueAt })
  await closeCase(tx, loan.id, 'extended', clock.now())
}

/** Takes the price of an extension as a payment of its own, and books it. See `bookExtension`. */
export async function takeExtension(
  tx: Db,
  loan: Loan,
  { arrears, extensionMinor, ...receipt }: Receipt & Price,
  ground: Clocked,
): Promise<{ readonly paymentId: IdOf<'payment'> }> {
  const paymentId = await addReceipt(tx, loan, { ...receipt, extensionMinor }, ground)
  await bookExtension(tx, loan, { arrears, paymentId, valueAt: receipt.valueAt }, ground)
  return { paymentId }
}

/** What a locked order asks for, penalties up to now charged: its open plans, kept from other writers. */
export const openBooks = (tx: Db, loan: Loan, ground: Clocked) => booksOf(tx, loan, ground.clock.now(), ground)
