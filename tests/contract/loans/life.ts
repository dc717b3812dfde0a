import { addDays } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import {
  addComponents,
  allocate,
  type Books,
  type Components,
  maxReduction,
  noComponents,
  type Plan,
  type PlanBalance,
  type RuleResult,
  reductionSplit,
  repayable,
  totalOf,
} from '#contract/loans/balance.ts'
import { couponDiscount } from '#contract/loans/coupon.ts'
import { childOrderOf, extensionRepayable, mayExtend } from '#contract/loans/extension.ts'
import {
  isLive,
  type LoanEvent,
  type LoanState,
  loanCode,
  loanFlow,
  resumeEvent,
  settlementEvent,
} from '#contract/loans/flow.ts'
import { type OverduePlan, type PenaltyRow, penaltyRows } from '#contract/loans/penalty.ts'
import { overdueDays, schedule } from '#contract/loans/plan.ts'
import { quote } from '#contract/loans/quote.ts'
import type { Terms } from '#contract/loans/terms.ts'
import { day } from './in7.ts'

/** A plan with what is outstanding on it kept beside, and all that its penalties depend on. */
interface Held extends Plan {
  readonly outstanding: Components
  readonly repaid: readonly PenaltyRow[]
  readonly accrued: readonly PenaltyRow[]
}

/** An order as it stands on a day. */
export interface Life extends Books {
  readonly state: LoanState
  readonly today: LocalDate
  /** The last day for which penalties were charged. */
  readonly accruedTo: LocalDate
  readonly times: number
  readonly terms: Terms
  readonly plans: readonly Held[]
  /** The order that this one extends. */
  readonly parent: Life | null
}

export interface Step {
  readonly act: 'wait' | 'pay' | 'reduce' | 'lapse' | 'discount' | 'extend' | 'writeOff'
  /** How much of what the act could do it does, 0 to 1. */
  readonly part: number
}

const held = (plan: Plan): Held => ({ ...plan, outstanding: plan.charged, repaid: [], accrued: [] })
const less = (a: Components, b: Components): Components => ({
  penalty: a.penalty - b.penalty,
  fee: a.fee - b.fee,
  interest: a.interest - b.interest,
  principal: a.principal - b.principal,
})

/** An order paid out on the first of January. */
export function opened(amountMinor: number, terms: Terms): Life {
  const today = day('2026-01-01')
  const plans = schedule(quote(amountMinor, terms), today).map(held)
  return {
    amountMinor,
    terms,
    plans,
    state: loanCode.awaitingRepayment,
    today,
    accruedTo: today,
    times: 0,
    parent: null,
  }
}

export const arrearsOf = ({ dueDate, charged, repaid }: Held): OverduePlan => ({
  dueDate,
  principalMinor: charged.principal,
  dueMinor: totalOf(charged) - charged.penalty,
  repaid,
  accrued: [],
})

function must<Value>(answer: RuleResult<Value>): Value {
  if (!answer.ok) throw new Error(answer.fault)
  return answer.value
}

function move(order: Life, event: LoanEvent): Life {
  const state = loanFlow.after(order.state, event)
  if (state === undefined) throw new Error(`${event} is not allowed in ${order.state}`)
  return { ...order, state }
}

/** Enters amounts in a plan's account, each plan's own. */
const enter = (order: Life, entry: Exclude<keyof PlanBalance, 'charged'>, of: (plan: Held) => Components): Life => ({
  ...order,
  plans: order.plans.map((plan) => ({
    ...plan,
    [entry]: addComponents(plan[entry], of(plan)),
    outstanding: less(plan.outstanding, of(plan)),
  })),
})

const openPlan = ({ plans }: Life) => plans.find(({ outstanding }) => totalOf(outstanding) > 0)
const daysLate = (order: Life) => overdueDays(openPlan(order)?.dueDate ?? order.today, order.today)
const reducedMinor = ({ plans }: Life) => plans.reduce((all, { reduced }) => all + totalOf(reduced), 0)

function accrue(order: Life): Life {
  const plans = order.plans.map((plan) => {
    const rows = penaltyRows({ ...arrearsOf(plan), accrued: plan.accrued }, order.today, order.terms.penalty)
    const penalty = { ...noComponents, penalty: rows.reduce((all, { minor }) => all + minor, 0) }
    return {
      ...plan,
      accrued: [...plan.accrued, ...rows],
      charged: addComponents(plan.charged, penalty),
      outstanding: addComponents(plan.outstanding, penalty),
    }
  })
  return { ...order, plans, accruedTo: order.today }
}

function wait(order: Life, part: number): Life {
  const later = { ...order, today: addDays(order.today, 1 + Math.round(part * 12)) }
  if (order.state === loanCode.badDebt) return later
  const charged = accrue(later)
  const late =
    charged.state === loanCode.awaitingRepayment && daysLate(charged) > 0 ? move(charged, 'becomeOverdue') : charged
  const bad = late.state === loanCode.overdue && daysLate(late) >= late.terms.penalty.badDebtDays
  return bad ? move(late, 'badDebt') : late
}

function receive(order: Life, minor: number): Life {
  const allocations = must(allocate(minor, order.plans, order.terms.penalty.allocationOrder, 'INR'))
  const of = ({ serial }: Plan) => allocations.find((each) => each.serial === serial)?.paid ?? noComponents
  const paid = enter(order, 'paid', of)
  const plans = paid.plans.map((plan) => ({
    ...plan,
    repaid: [...plan.repaid, { date: order.today, minor: of(plan).principal }],
  }))
  return { ...paid, plans }
}

function pay(order: Life, part: number): Life {
  const paid = receive(move(order, 'startPay'), Math.floor(repayable(order.plans) * part))
  return openPlan(paid)
    ? move(paid, resumeEvent(order.state, daysLate(paid) > 0))
    : move(paid, settlementEvent('settle', reducedMinor(paid)))
}

function reduce(order: Life, part: number): Life {
  const target = openPlan(order)
  if (!target || reducedMinor(order) > 0) return order
  const value = must(reductionSplit(Math.floor(maxReduction(1_000_000, target) * part), target, 'INR'))
  const reduced = enter(order, 'reduced', (plan) => (plan === target ? value : noComponents))
  return move(reduced, openPlan(reduced) ? 'reducePass' : 'reducePassClears')
}

const lapse = (order: Life): Life => enter(order, 'reduced', ({ reduced }) => less(noComponents, reduced))

function discount(order: Life, part: number): Life {
  const target = openPlan(order)
  if (!target) return order
  const coupon = { amountType: 'rate', ratePpm: part * 1_000_000 } as const
  const reach = { discountType: 'interestAndPenalty', applicableMinor: 0 } as const
  const value = must(couponDiscount({ ...coupon, ...reach }, target.outstanding, 'INR'))
  return enter(order, 'discounted', (plan) => (plan === target ? value : noComponents))
}

function extend(order: Life): Life {
  const { state, today, times, terms } = order
  const target = openPlan(order)
  const allowed = loanFlow.can('extendOk')({ state }).ok && mayExtend(order, today, terms.extension).ok
  if (!target || !allowed) return order
  const { arrears } = extensionRepayable(target, terms.extension)
  const parent = move(
    enter(order, 'paid', (plan) => (plan === target ? arrears : noComponents)),
    'extendOk',
  )
  const child = childOrderOf(target, today, terms)
  const { amountMinor, plan } = child
  const fresh = { state: loanCode.awaitingRepayment, today, accruedTo: today, times: times + 1 }
  return { ...fresh, amountMinor, terms: child.terms, plans: [held(plan)], parent }
}

function writeOff(order: Life, part: number): Life {
  const paid = receive(order, Math.floor(repayable(order.plans) * part))
  return move(
    enter(paid, 'lost', ({ outstanding }) => outstanding),
    'writeOffOperational',
  )
}

const acts: Record<Step['act'], (order: Life, part: number) => Life> = {
  wait,
  pay,
  reduce,
  lapse,
  discount,
  extend,
  writeOff,
}

/** The order after one more step of its life; a closed one stays as it is. */
export const live = (order: Life, { act, part }: Step): Life => (isLive(order.state) ? acts[act](order, part) : order)
