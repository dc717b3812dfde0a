import { dateOf, parts, share } from './arithmetic.ts'
import type { Findings } from './difference.ts'
import { heldOn } from './reductions.ts'
import type { AuditTerms, LoanRow, OrderRecord, PaymentRow, ReductionRow } from './rows.ts'

/** What an order should cost by its terms. */
export interface Cost {
  readonly fee: number
  readonly gst: number
  readonly received: number
  /** Of each instalment: its length in days, and fee, interest and principal that fall due with it. */
  readonly instalments: readonly Instalment[]
}
interface Instalment {
  readonly days: number
  readonly fee: number
  readonly interest: number
  readonly principal: number
}

/** What an order should cost, by its terms alone. */
export function costOf({ amount, kind }: LoanRow, terms: AuditTerms): Cost {
  const { periods, daysPerPeriod, tenureDays, dailyInterestPpm, feeMode } = terms
  const fee = share(amount, terms.serviceRatePpm)
  const gst = share(fee, terms.gstPpm)
  const fees = parts(feeMode === 'upfront' ? 0 : fee + gst, periods)
  let left = amount
  const instalments = parts(amount, periods).map((principal, i) => {
    const days = i === periods - 1 ? tenureDays - daysPerPeriod * (periods - 1) : daysPerPeriod
    const interest = share(left, dailyInterestPpm, days)
    left -= principal
    return { days, fee: fees[i]!, interest, principal }
  })
  const paidOut = feeMode === 'upfront' ? amount - fee - gst : amount
  return { fee, gst, received: kind === 'extension' ? 0 : paidOut, instalments }
}

/** An exit before the term: what each instalment charges then, and the fee that is given back. */
export interface EarlyExit {
  readonly charges: readonly { readonly fee: number; readonly interest: number }[]
  readonly refund: number
}

/** What ending the order `days` after it was paid out costs. */
function exitAfter(days: number, { loan, terms }: OrderRecord, cost: Cost): EarlyExit & { readonly price: number } {
  const cooling = terms.coolingOffDays > 0 && days <= terms.coolingOffDays
  const refunds = cooling && terms.coolingOffRefundsFee
  let [left, used] = [loan.amount, Math.max(1, days)]
  const charges = cost.instalments.map((one) => {
    const within = Math.min(used, one.days)
    used -= within
    const prorata = share(left, terms.dailyInterestPpm, within)
    left -= one.principal
    const interest = cooling || terms.earlyInterest === 'prorata' ? prorata : one.interest
    return { fee: refunds ? 0 : one.fee, interest }
  })
  const refund = refunds ? loan.amount - cost.received : 0
  const price = charges.reduce((all, { fee, interest }) => all + fee + interest, loan.amount - refund)
  return { charges, refund, price }
}

/** Whether a reduction counted for a payment: it was passed when that was written down, and held on the day of the money. */
const countedFor = ({ value, bookedAt }: PaymentRow, reduction: ReductionRow): boolean =>
  reduction.passedAt <= bookedAt && heldOn(reduction, value!)

/**
 * The exit that the first payment of an order has paid for exactly; null where there was none. The day that the money
 * was there decides, however late it was written down.
 */
export function exitOf(order: OrderRecord, cost: Cost): EarlyExit | null {
  const { loan, plans, payments, coupons, reductions } = order
  const [first, ...others] = payments.filter(
    ({ state, amount, unapplied }) => state === 'success' && amount !== unapplied,
  )
  const [plan] = plans
  if (first?.kind !== 'early' || others.length > 0 || coupons.length > 0 || !plan || loan.disbursed === null)
    return null
  if (reductions.some((reduction) => countedFor(first, reduction))) return null
  const untouched = plans.every(
    ({ reduced, lost }) => reduced.every((minor) => minor === 0) && lost.every((minor) => minor === 0),
  )
  if (!untouched || first.value! > plan.due || first.value! < loan.disbursed) return null
  const exit = exitAfter(first.value! - loan.disbursed, order, cost)
  return exit.price === first.amount ? exit : null
}

/** Fees, what was paid out, and the plans an order must have: what they charge, and when they fall due. */
export function auditSchedule(order: OrderRecord, cost: Cost, exit: EarlyExit | null, found: Findings): void {
  const { loan, plans } = order
  if (loan.imported) {
    const interest = plans.reduce((all, { charged }) => all + charged[2], 0)
    found.expect('interest', interest, loan.interest)
  } else {
    found.expect('fee', cost.fee, loan.fee)
    found.expect('gst', cost.gst, loan.gst)
    found.expect('received', cost.received, loan.received)
    const interest = cost.instalments.reduce((all, one) => all + one.interest, 0)
    found.expect('interest', interest, loan.interest)
  }
  if (loan.disbursed === null) {
    found.expect('plans', 0, plans.length)
    return
  }
  const principal = plans.reduce((all, { charged }) => all + charged[3], 0)
  found.expect('principal', loan.amount, principal)
  if (loan.imported) return
  found.expect('plans', cost.instalments.length, plans.length)
  // that of an order which extends another is looked at from its parent, which knows what it is counted from
  let due = loan.kind === 'extension' ? null : loan.disbursed
  for (const [i, one] of cost.instalments.entries()) {
    const plan = plans[i]
    if (!plan) continue
    const { fee, interest } = exit?.charges[i] ?? one
    found.expect('charged.fee', fee, plan.charged[1], plan.id)
    found.expect('charged.interest', interest, plan.charged[2], plan.id)
    found.expect('charged.principal', one.principal, plan.charged[3], plan.id)
    if (due === null) continue
    due += one.days
    found.expect('dueDate', dateOf(due), dateOf(plan.due), plan.id)
  }
}
