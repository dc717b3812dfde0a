import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Components, outstandingOf, totalOf } from '#contract/loans/balance.ts'
import type { RepaymentChannel } from '#contract/loans/write-off.ts'
import type { PaymentKind } from '#contract/payments.ts'
import { payment as paymentSubject } from '#contract/payments.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { caseHolderOf } from '#server/modules/case-holder/store.ts'
import { closeCase } from '#server/modules/cases/steps/cases.ts'
import { setDue } from '#server/modules/loans/steps/due-date.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { allocationRows, paymentRows } from '#server/modules/payments/store.ts'
import { correctPenalties } from '#server/modules/plans/steps/backdate.ts'
import { postEntry, settlePlan } from '#server/modules/plans/steps/plan-ledger.ts'
import { accountOf } from '#server/modules/plans/steps/plans.ts'
import { setReliefsOn } from '#server/modules/plans/steps/relief.ts'
import { settlePromises } from '#server/modules/promises/steps.ts'
import { attributePayment } from '#server/modules/recoveries/steps/attribute.ts'
import { type Applied, applyMoney } from './apply-money.ts'
import { mustBeNewUtr } from './references.ts'

type Clocked = Pick<AppContext, 'clock'>

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
  loan: StoredLoan,
  { valueAt, ...receipt }: Receipt & { readonly extensionMinor?: number },
  { clock }: Clocked,
): Promise<IdOf<'payment'>> {
  if (receipt.amountMinor <= 0) throw new Refusal('not_positive', undefined, { field: 'amount' })
  if (receipt.utr) await mustBeNewUtr(tx, receipt.utr)
  const now = clock.now()
  const id = await newId(tx, paymentSubject.ids, today(clock, now))
  const about = { id, loanId: loan.id, currency: loan.currency, ...caseHolderOf(loan) }
  const done = { state: 'success', createdAt: now, completedAt: valueAt } as const
  await tx.insert(paymentRows).values({ ...receipt, ...about, ...done })
  return id
}

/** What became of a payment that was taken. */
export interface TakenPayment extends Applied {
  readonly paymentId: IdOf<'payment'>
}

/**
 * Takes money for a locked order: a payment of its own, used for what is owed on the day it counts for. Plans are settled,
 * the due date moves on; the order's code stays, which the caller moves by its own event.
 * @throws Refusal `not_positive`, `more_than_repayable`, `utr_used`.
 */
export async function takePayment(tx: Db, loan: StoredLoan, receipt: Receipt, app: Clocked): Promise<TakenPayment> {
  const paymentId = await addReceipt(tx, loan, receipt, app)
  const incoming = { paymentId, amountMinor: receipt.amountMinor, valueAt: receipt.valueAt }
  return { paymentId, ...(await applyMoney(tx, loan, incoming, { app, excess: false })) }
}

/** The price of an extension: what is in arrears on the plan, and beside that fee and commission. */
export interface ExtensionPriceParts {
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
  loan: StoredLoan,
  {
    arrears,
    paymentId,
    valueAt,
  }: Pick<ExtensionPriceParts, 'arrears'> & { readonly paymentId: IdOf<'payment'>; valueAt: Date },
  { clock }: Clocked,
): Promise<void> {
  const day = businessDate(toInstant(valueAt), clock.country)
  const { plans } = await setReliefsOn(tx, loan.id, day, { clock })
  const [plan, ...others] = plans.filter(({ state }) => state === 'open')
  if (!plan || others.length > 0) throw new Error(`${loan.id} has not just one plan to extend`)
  if (totalOf(arrears) > 0) {
    await tx.insert(allocationRows).values({
      ...{ paymentId, planId: plan.id, paidPenalty: arrears.penalty, paidFee: arrears.fee },
      ...{ paidInterest: arrears.interest, paidPrincipal: arrears.principal },
    })
  }
  // what was charged since the day it counts for is charged on the order that goes on, not on this one
  const gone = { paymentId, day, paid: { ...arrears, principal: outstandingOf(accountOf(plan)).principal } }
  const right = await correctPenalties(tx, plan, gone, { penalty: loan.terms.penalty, country: clock.country })
  const paid = totalOf(arrears) > 0 ? await postEntry(tx, right, ['paid', arrears], valueAt) : right
  await settlePlan(tx, paid, 'extended', valueAt)
  await setDue(tx, loan.id, { dueDate: null, closedAt: valueAt })
  await settlePromises(tx, loan.id, { clock }, { paymentId, valueAt })
  await attributePayment(tx, loan, { paymentId, valueAt, unappliedMinor: 0, plans: [paid] }, { clock })
  await closeCase(tx, loan.id, 'extended', clock.now())
}

/** Takes the price of an extension as a payment of its own, and books it. See `bookExtension`. */
export async function takeExtension(
  tx: Db,
  loan: StoredLoan,
  { arrears, extensionMinor, ...receipt }: Receipt & ExtensionPriceParts,
  app: Clocked,
): Promise<{ readonly paymentId: IdOf<'payment'> }> {
  const paymentId = await addReceipt(tx, loan, { ...receipt, extensionMinor }, app)
  await bookExtension(tx, loan, { arrears, paymentId, valueAt: receipt.valueAt }, app)
  return { paymentId }
}
