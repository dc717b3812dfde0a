import { daysBetween } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import {
  addComponents,
  type Components,
  noComponents,
  outstandingOf,
  type Plan,
  type PlanBalance,
  repayable,
  totalOf,
} from '#contract/loans/balance.ts'
import { loanCode } from '#contract/loans/flow.ts'
import { nextPenalties, type PenaltyRow } from '#contract/loans/penalty.ts'
import { overdueDays } from '#contract/loans/plan.ts'
import { plan as planSubject } from '#contract/plans.ts'
import { type caseHolderColumns, caseHolderOf } from '#server/modules/case-holder/store.ts'
import type { RowOf } from '#server/seed/history/book.ts'
import { by, type Order } from '#server/seed/history/orders/order.ts'

/** One instalment while its order lives: its account, and what that is made of. */
export interface PlanAccount extends Plan {
  readonly id: IdOf<'plan'>
  charged: Components
  paid: Components
  reduced: Components
  discounted: Components
  lost: Components
  /** Principal paid, by value date. */
  readonly repaid: PenaltyRow[]
  readonly accrued: PenaltyRow[]
  /** The last day that penalties were charged for. */
  through: LocalDate | null
  settledAt: Date | null
  reducedAt: Date | null
  openRequest: boolean
  state: 'open' | 'paid' | 'paidReduced' | 'extended' | 'writtenOff'
}

const jobMinute = 0
const negative = (amounts: Components): Components => ({
  penalty: -amounts.penalty,
  fee: -amounts.fee,
  interest: -amounts.interest,
  principal: -amounts.principal,
})
/** An amount by what it is for, as the columns of a table have it. */
export const byColumn = <const Prefix extends string>(
  prefix: Prefix,
  { penalty, fee, interest, principal }: Components,
) =>
  ({
    [`${prefix}Penalty`]: penalty,
    [`${prefix}Fee`]: fee,
    [`${prefix}Interest`]: interest,
    [`${prefix}Principal`]: principal,
  }) as Record<`${Prefix}${'Penalty' | 'Fee' | 'Interest' | 'Principal'}`, number> // the keys just written

/** A row that is not written down yet. */
type Draft<Row> = { -readonly [Name in keyof Row]: Row[Name] }
/** A request for a reduction, as it stands. */
export type ReductionRequest = Draft<RowOf<'reductions'>>
/** A debt settled by hand, or asked to be. */
export type WriteOff = Draft<RowOf<'writeOffs'>>
/** Whose the case of an order is stands beside what is written of it, once that is known. */
type WithoutCaseHolder<Row> = Omit<Row, keyof ReturnType<typeof caseHolderColumns>>
/** A due date put off, or offered to be. */
export type Extension = Draft<WithoutCaseHolder<RowOf<'extensions'>>>
/** Money that came in, or is on its way. */
export type Payment = WithoutCaseHolder<RowOf<'payments'>>
/** A transfer that somebody has shown. */
export type Proof = Draft<RowOf<'proofs'>>

/** What an order owes from its pay-out on, day by day. Every amount in it comes out of the money rules. */
export class Debt {
  readonly order: Order
  readonly plans: readonly PlanAccount[]
  /** Every reduction that was asked for. */
  readonly requests: ReductionRequest[] = []
  /** What was asked past the channels, offered, and shown. */
  readonly writeOffs: WriteOff[] = []
  readonly extensions: Extension[] = []
  readonly proofs: Proof[] = []
  readonly payments: Payment[] = []
  /** The one that counts now, and what it took off. */
  inForce: { readonly plan: PlanAccount; readonly request: ReductionRequest; readonly relief: Components } | null = null

  constructor(order: Order, plans: readonly Plan[]) {
    const { context } = order
    const day = context.dateOf(order.row.disbursedAt!)
    const fresh = { through: null, settledAt: null, reducedAt: null, openRequest: false, state: 'open' } as const
    this.order = order
    this.plans = plans.map((plan) => {
      return { ...plan, ...fresh, id: context.book.id(planSubject.ids, day), repaid: [], accrued: [] }
    })
    order.row.dueDate = this.open!.dueDate
  }

  /** The oldest plan that still asks for something. */
  get open(): PlanAccount | undefined {
    return this.plans.find(({ state }) => state === 'open')
  }

  get repayableMinor(): number {
    return repayable(this.plans)
  }

  /** Days past due on `date`. */
  lateOn(date: LocalDate): number {
    return this.open ? overdueDays(this.open.dueDate, date) : 0
  }

  /** Days past due on which the latest of the settled plans was settled; null while none is. */
  get settledLate(): number | null {
    const { context } = this.order
    const late = this.plans.flatMap(({ dueDate, settledAt }) =>
      settledAt ? daysBetween(dueDate, context.dateOf(settledAt)) : [],
    )
    return late.length > 0 ? Math.max(...late) : null
  }

  /** Lets the days up to `date` pass: a reduction lapses, penalties are charged, the order becomes overdue and bad. */
  advance(date: LocalDate): void {
    const { order, open } = this
    if (this.inForce && this.inForce.request.validUntil! < date) this.#lapse()
    if (!open || order.state === loanCode.badDebt) return
    const bad = order.context.after(open.dueDate, order.row.terms.penalty.badDebtDays)
    this.#charge(date < bad ? date : bad)
    if (order.state === loanCode.awaitingRepayment && open.dueDate < date) {
      order.transition('becomeOverdue', order.context.at(order.context.after(open.dueDate, 1), jobMinute), by.lateJob)
    }
    if (order.state === loanCode.overdue && date >= bad)
      order.transition('badDebt', order.context.at(bad, jobMinute), by.lateJob)
  }

  /** Enters what became of an amount, and settles the plan where nothing is left. */
  enter(plan: PlanAccount, entry: Exclude<keyof PlanBalance, 'charged'>, amounts: Components, at: Date): void {
    plan[entry] = addComponents(plan[entry], amounts)
    if (totalOf(outstandingOf(plan)) > 0) return
    const settled = totalOf(plan.reduced) > 0 ? 'paidReduced' : 'paid'
    this.settle(plan, entry === 'lost' ? 'writtenOff' : settled, at)
  }

  /** Closes a plan. What an extended one still asks for is asked of the order that extends it. */
  settle(plan: PlanAccount, state: Exclude<PlanAccount['state'], 'open'>, at: Date): void {
    plan.state = state
    plan.settledAt = at
    if (this.inForce?.plan === plan) {
      this.inForce.request.fate = 'used'
      this.inForce = null
    }
    this.order.row.dueDate = state === 'extended' ? null : (this.open?.dueDate ?? null)
  }

  /** Writes the plans, their penalties and all that was asked down as they are now. `childId`: the order that goes on. */
  write(childId: IdOf<'loan'> | null): void {
    const { buffers: sheets } = this.order.context.book
    for (const request of this.requests) sheets.reductions.add(request)
    for (const row of this.writeOffs) sheets.writeOffs.add(row.resultState === 80 ? { ...row, childId } : row)
    const holder = caseHolderOf(this.order.row)
    for (const row of this.payments) sheets.payments.add(Object.assign(row, holder))
    for (const row of this.extensions) {
      sheets.extensions.add({ ...row, childId: row.state === 'done' ? childId : null, ...holder })
    }
    for (const row of this.proofs) sheets.proofs.add(row)
    for (const plan of this.plans) {
      for (const { date, minor } of plan.accrued) sheets.penalties.add({ planId: plan.id, date, amountMinor: minor })
      sheets.plans.add(this.#rowOf(plan))
    }
    const { row } = this.order
    if (!row.closedAt) return
    row.closingPaidMinor = this.plans.reduce((sum, { paid }) => sum + totalOf(paid), 0)
    row.closingPenaltyMinor = this.plans.reduce((sum, { charged }) => sum + charged.penalty, 0)
  }

  // in one piece, like every row that is written by the million: spreading parts together takes several times as long
  #rowOf(plan: PlanAccount): RowOf<'plans'> {
    const { charged, paid, reduced, discounted, lost } = plan
    return {
      id: plan.id,
      loanId: this.order.row.id,
      serial: plan.serial,
      periods: this.plans.length,
      currency: this.order.row.currency,
      dueDate: plan.dueDate,
      chargedPenalty: charged.penalty,
      chargedFee: charged.fee,
      chargedInterest: charged.interest,
      chargedPrincipal: charged.principal,
      paidPenalty: paid.penalty,
      paidFee: paid.fee,
      paidInterest: paid.interest,
      paidPrincipal: paid.principal,
      reducedPenalty: reduced.penalty,
      reducedFee: reduced.fee,
      reducedInterest: reduced.interest,
      reducedPrincipal: reduced.principal,
      discountedPenalty: discounted.penalty,
      discountedFee: discounted.fee,
      discountedInterest: discounted.interest,
      discountedPrincipal: discounted.principal,
      lostPenalty: lost.penalty,
      lostFee: lost.fee,
      lostInterest: lost.interest,
      lostPrincipal: lost.principal,
      state: plan.state,
      penaltyThrough: plan.through,
      reducedAt: plan.reducedAt,
      openRequest: plan.openRequest,
      settledAt: plan.settledAt,
      createdAt: this.order.row.disbursedAt!, // no debt without a pay-out
      collectorId: this.order.row.collectorId,
      groupId: this.order.row.groupId,
      agencyId: this.order.row.agencyId,
    }
  }

  #lapse(): void {
    const { plan, request, relief } = this.inForce!
    plan.reduced = addComponents(plan.reduced, negative(relief))
    plan.reducedAt = null
    request.fate = 'lapsed'
    this.inForce = null
  }

  #charge(through: LocalDate): void {
    for (const plan of this.plans) {
      if (plan.state !== 'open' || plan.dueDate >= through) continue
      const { dueDate, charged, repaid, accrued } = plan
      const dueMinor = totalOf(charged) - charged.penalty
      const owing = { dueDate, principalMinor: charged.principal, dueMinor, repaid }
      const until = { minor: charged.penalty, through: accrued.at(-1)?.date ?? null }
      const rows = nextPenalties(owing, until, through, this.order.row.terms.penalty)
      for (const row of rows) accrued.push(row)
      const minor = rows.reduce((sum, row) => sum + row.minor, 0)
      plan.charged = addComponents(charged, { ...noComponents, penalty: minor })
      plan.through = through
    }
  }
}
