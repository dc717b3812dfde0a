import type { Four } from './arithmetic.ts'

/** Terms as an order carries them, read anew from their JSON. */
export interface AuditTerms {
  readonly serviceRatePpm: number
  readonly gstPpm: number
  readonly dailyInterestPpm: number
  readonly feeMode: 'upfront' | 'atDue'
  readonly earlyInterest: 'full' | 'prorata'
  readonly coolingOffDays: number
  readonly coolingOffRefundsFee: boolean
  readonly periods: number
  readonly daysPerPeriod: number
  readonly tenureDays: number
  readonly penalty: {
    readonly graceDays: number
    readonly base: 'outstandingPrincipal' | 'originalDue'
    readonly tiers: readonly { readonly fromDay: number; readonly toDay: number | null; readonly ratePpm: number }[]
    readonly capPpmOfPrincipal: number
    readonly badDebtDays: number
    readonly allocationOrder: 'penaltyFirst' | 'interestFirst'
  }
  readonly extension: {
    readonly days: number
    readonly fee: { readonly ppm: number } | { readonly fixedMinor: number }
    readonly commissionPpm: number
  }
}

/** An order's row. Days are numbers of days, as `arithmetic.ts` counts them. */
export interface LoanRow {
  readonly id: string
  readonly state: number
  readonly kind: 'regular' | 'extension'
  readonly parent: string | null
  readonly amount: number
  readonly received: number
  readonly fee: number
  readonly gst: number
  readonly interest: number
  readonly terms: string
  readonly disbursed: number | null
  readonly due: number | null
  readonly closed: number | null
  readonly imported: boolean
}

/** An instalment with its account. */
export interface PlanRow {
  readonly id: string
  readonly loan: string
  readonly serial: number
  readonly due: number
  readonly state: 'open' | 'paid' | 'paidReduced' | 'extended' | 'writtenOff'
  readonly charged: Four
  readonly paid: Four
  readonly reduced: Four
  readonly discounted: Four
  readonly lost: Four
  readonly owed: number
  /** The last day that penalties were charged for. */
  readonly through: number | null
  readonly settled: number | null
}

/** A payment, whatever became of it. */
export interface PaymentRow {
  readonly id: string
  readonly loan: string
  readonly amount: number
  readonly kind: string
  readonly state: string
  readonly extension: number
  readonly unapplied: number
  readonly link: string | null
  /** The day it counts for. */
  readonly value: number | null
  /** The day it was written down, … */
  readonly booked: number
  /** … and the moment, in seconds since 1970. */
  readonly bookedAt: number
}

/** What one plan got of one payment. */
export interface AllocationRow {
  readonly loan: string
  readonly payment: string
  readonly plan: string
  readonly paid: Four
}

/** A penalty of one day, or a correction of it. */
export interface PenaltyRow {
  readonly loan: string
  readonly plan: string
  readonly day: number
  readonly minor: number
  readonly correction: boolean
}

/** A reduction that was passed. */
export interface ReductionRow {
  readonly loan: string
  readonly plan: string
  readonly relief: Four
  readonly fate: 'inForce' | 'used' | 'lapsed' | null
  /** The last day that it counts for. */
  readonly until: number | null
  /** When it was passed, in seconds since 1970. */
  readonly passedAt: number
}

/** What was written off of a plan. */
export interface LossRow {
  readonly loan: string
  readonly plan: string
  readonly lost: Four
}

/** A coupon that took something off. */
export interface CouponRow {
  readonly loan: string
  readonly minor: number
}

/** An extension that was paid, with the order that goes on. */
export interface ExtensionRow {
  readonly loan: string
  readonly child: string | null
  readonly payment: string | null
  readonly paid: number | null
  readonly fee: number
  readonly commission: number
  readonly total: number
  readonly newDue: number
  readonly childAmount: number | null
  readonly childDue: number | null
}

/** One step in the log of an order. */
export interface StepRow {
  readonly loan: string
  readonly from: number | null
  readonly to: number
  readonly event: string
  readonly actor: string
  readonly day: number
}

/** Everything that is kept of one order. */
export interface OrderRecord {
  readonly loan: LoanRow
  readonly terms: AuditTerms
  readonly plans: readonly PlanRow[]
  readonly payments: readonly PaymentRow[]
  readonly allocations: readonly AllocationRow[]
  readonly penalties: readonly PenaltyRow[]
  readonly reductions: readonly ReductionRow[]
  readonly losses: readonly LossRow[]
  readonly coupons: readonly CouponRow[]
  readonly extensions: readonly ExtensionRow[]
  readonly steps: readonly StepRow[]
}
