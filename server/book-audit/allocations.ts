import { type Four, nothing, plus, sum } from './arithmetic.ts'
import type { Findings } from './difference.ts'
import { badDebtDay, penaltyByDay, type Repaid } from './penalties.ts'
import { heldOn } from './reductions.ts'
import type { AllocationRow, OrderRecord, PaymentRow, PlanRow, ReductionRow } from './rows.ts'
import type { EarlyExit } from './schedule.ts'

/** In which order a payment uses up what a plan asks for: places in `Four`. */
const waterfalls = { penaltyFirst: [0, 1, 2, 3], interestFirst: [2, 1, 3, 0] } as const

/** What each plan got of a payment. */
const sharesOf = ({ allocations }: OrderRecord, { id }: PaymentRow): ReadonlyMap<string, Four> =>
  new Map(allocations.filter(({ payment }) => payment === id).map((row: AllocationRow) => [row.plan, row.paid]))

/** Whether every part of a payment stands where the order of allocation puts it, given what the plans asked for then. */
function inOrder(plan: PlanRow, got: Four, asked: Four, order: keyof typeof waterfalls): boolean {
  if (plan.state === 'extended') return true // arrears only: what is left goes to the order that extends it
  const steps = waterfalls[order]
  return steps.every((of, i) => got[of] === 0 || steps.slice(0, i).every((before) => got[before] >= asked[before]))
}

/** A plan while its order's payments are gone through in the order they were written down. */
interface Running {
  readonly plan: PlanRow
  paid: Four
  readonly repaid: Repaid[]
}

/** What a plan asks for on the day a payment counts for: the penalty of it, and all parts as far as they are sure. */
function askedOn(order: OrderRecord, { plan, paid, repaid }: Running, payment: PaymentRow) {
  const { penalty: terms } = order.terms
  const last = Math.min(payment.value ?? 0, badDebtDay(order))
  const days = penaltyByDay(plan, repaid, last, terms)
  const penalty = Math.min(
    plan.charged[0],
    [...days.values()].reduce((all, minor) => all + minor, 0),
  )
  const unpaid = plus([penalty, plan.charged[1], plan.charged[2], plan.charged[3]], paid, -1)
  // a reduction may have come before the payment or after it: nobody is held to more than is sure. One that was used has
  // settled its plan, whatever day it is since
  const counts = (one: ReductionRow) => one.fate === 'used' || heldOn(one, payment.value ?? 0)
  const reduced = order.reductions
    .filter((one) => one.plan === plan.id && counts(one))
    .map(({ relief }) => relief)
    .reduce((all, one) => plus(all, one), nothing())
  const sure = plus(plus(unpaid, reduced, -1), plan.discounted, -1)
  return { penalty: Math.max(0, unpaid[0]), sure: sure.map((minor) => Math.max(0, minor)) as Four }
}

/**
 * Whether what the plans got of a payment is what they asked for on the day the money counts for: the one due first
 * before the others, and within a plan part by part.
 */
function auditShares(
  order: OrderRecord,
  running: readonly Running[],
  { payment, shares }: { readonly payment: PaymentRow; readonly shares: ReadonlyMap<string, Four> },
  found: Findings,
): void {
  const last = running.findLastIndex(({ plan }) => shares.has(plan.id))
  for (const [i, one] of running.slice(0, last + 1).entries()) {
    const { plan } = one
    const got = shares.get(plan.id) ?? nothing()
    const { penalty, sure } = askedOn(order, one, payment)
    if (got[0] > penalty) found.expect(`penalty paid by ${payment.id}`, penalty, got[0], plan.id)
    if (!inOrder(plan, got, sure, order.terms.penalty.allocationOrder)) {
      found.expect(`order of allocation of ${payment.id}`, sure.join(' '), got.join(' '), plan.id)
    }
    if (i < last && got.some((minor, part) => minor < sure[part]!)) {
      found.expect(`order of plans of ${payment.id}`, sure.join(' '), got.join(' '), plan.id)
    }
  }
}

/**
 * Every payment is used to the last paisa: for plans, for an extension, or held to be given back; within a plan in the
 * order of its terms, and for no penalty that was not charged by the day the money counts for.
 */
export function auditAllocations(order: OrderRecord, exit: EarlyExit | null, found: Findings): void {
  const { plans, payments, loan } = order
  for (const id of new Set(order.allocations.map(({ payment }) => payment))) {
    if (!payments.some((payment) => payment.id === id)) found.expect(`payment ${id}`, 'there', 'missing')
  }
  const running = plans.map((plan): Running => ({ plan, paid: nothing(), repaid: [] }))
  // an exit settles at another price, and a reversal undoes
  const follows = !loan.imported && !exit && !payments.some(({ kind }) => kind === 'reversal')
  for (const payment of payments) {
    const shares = sharesOf(order, payment)
    const used = [...shares.values()].reduce((all, paid) => all + sum(paid), 0)
    const right = payment.state === 'success' ? payment.amount - payment.extension - payment.unapplied : 0
    found.expect(`allocated of ${payment.id}`, right, used)
    if (follows) auditShares(order, running, { payment, shares }, found)
    for (const one of running) {
      const got = shares.get(one.plan.id)
      if (!got) continue
      one.paid = plus(one.paid, got)
      one.repaid.push({ day: payment.value ?? 0, minor: got[3] })
    }
  }
}

/** What became of what each plan charged, added up from where it is kept. */
export function auditTotals(order: OrderRecord, refund: number, found: Findings): void {
  const { plans, allocations, reductions, losses, coupons } = order
  const of = <Row extends { readonly plan: string }>(rows: readonly Row[], plan: PlanRow, amount: (row: Row) => Four) =>
    rows.filter((row) => row.plan === plan.id).reduce((all, row) => plus(all, amount(row)), nothing())
  const names = ['penalty', 'fee', 'interest', 'principal'] as const
  for (const plan of plans) {
    const counting = reductions.filter(({ fate }) => fate === 'inForce' || fate === 'used')
    const right = {
      paid: of(allocations, plan, ({ paid }) => paid),
      reduced: of(counting, plan, ({ relief }) => relief),
      lost: of(losses, plan, ({ lost }) => lost),
    }
    for (const [entry, amounts] of Object.entries(right) as ['paid' | 'reduced' | 'lost', Four][]) {
      for (const [i, name] of names.entries()) found.expect(`${entry}.${name}`, amounts[i], plan[entry][i], plan.id)
    }
    const left = [plan.paid, plan.reduced, plan.discounted, plan.lost].reduce(
      (all, one) => plus(all, one, -1),
      plan.charged,
    )
    for (const [i, name] of names.entries()) if (left[i]! < 0) found.expect(`left.${name}`, 0, left[i], plan.id)
    found.expect('owed', plan.state === 'extended' ? 0 : sum(left), plan.owed, plan.id)
    found.expect('settled', sum(left) === 0 || plan.state === 'extended', plan.state !== 'open', plan.id)
  }
  const discounted = plans.reduce((all, plan) => all + sum(plan.discounted), 0)
  found.expect(
    'discounted',
    coupons.reduce((all, { minor }) => all + minor, refund),
    discounted,
  )
}
