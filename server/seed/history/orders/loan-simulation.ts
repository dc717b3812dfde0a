import type { LocalDate } from '#contract/kernel/values.ts'
import { type LoanState, loanCode } from '#contract/loans/flow.ts'
import type { Collection } from '#server/seed/history/collection/collection.ts'
import { askRollover, extend, quoteExtension } from '#server/seed/history/collection/extensions.ts'
import { passReduction, rejectReduction, requestReduction } from '#server/seed/history/collection/reductions.ts'
import {
  askWriteOff,
  refuseWriteOff,
  writeOffBatch,
  writeOffLost,
  writeOffPaid,
} from '#server/seed/history/collection/write-offs.ts'
import { later } from '#server/seed/history/context.ts'
import type { LoanTarget } from '#server/seed/history/customers/episodes.ts'
import { holdCoupon, payWithCoupon } from '#server/seed/history/money/coupons.ts'
import type { Debt, PlanAccount } from '#server/seed/history/money/debt.ts'
import { allOf, beginPayment, pay } from '#server/seed/history/money/payments.ts'
import { showProof } from '#server/seed/history/money/proofs.ts'
import type { Random, Weighted } from '#server/seed/history/random.ts'

/** An order from its pay-out on, as it is to go. */
export interface LoanSimulation {
  readonly debt: Debt
  readonly target: LoanTarget
  readonly collection: Collection
  readonly random: Random
}

const context = ({ debt }: LoanSimulation) => debt.order.context
const part = (share: number) => (plan: PlanAccount) => Math.floor((allOf(plan) * share) / 100) * 100
const byHandShare = 0.06
const couponShare = 0.02
const passedToday = [
  [true, 35],
  [false, 65],
] as const
const payingBy = [
  ['app', 75],
  ['coupon', 25],
] as const
/** What staff are doing today about an order that is owed, and past due: mostly nothing. */
const underWay = [
  ['nothing', 710],
  ['reduction', 80],
  ['proof', 90],
  ['quote', 70],
  ['writeOff', 30],
  ['coupon', 12],
  ['rollover', 8],
] as const
const untilDue = [
  ['nothing', 895],
  ['proof', 30],
  ['quote', 50],
  ['coupon', 20],
  ['rollover', 5],
] as const

/** Some moment of the day that is so many days after the plan of the target was due. */
const momentOf = (simulation: LoanSimulation, late: number): Date =>
  context(simulation).daytime(
    context(simulation).after(simulation.debt.plans[simulation.target.serial - 1]!.dueDate, late),
    simulation.random,
  )

/** The instalments before the one that is meant, each about when it is due. */
function payEarlier(simulation: LoanSimulation): void {
  const { debt, target, random } = simulation
  for (const { serial, dueDate } of debt.plans) {
    if (serial >= target.serial) return
    const day = context(simulation).after(dueDate, random.int(-3, 5))
    const today: LocalDate = context(simulation).today
    pay(debt, { at: context(simulation).daytime(day < today ? day : today, random) }, random)
  }
}

/** Somebody asks for a reduction that is rejected, or that lapses unpaid. */
function askInVain({ debt, collection, random }: LoanSimulation, at: Date, decide: typeof passReduction): void {
  const request = requestReduction(debt, collection, at, random)
  if (request) decide(debt, request, later(at, random.int(20, 170)), random)
}

/** What happens on the way and settles nothing. */
const incidents = {
  nothing: () => {},
  part: ({ debt, random }, at) => pay(debt, { at, amountOf: part(0.1 + random.next() / 2) }, random),
  fail: ({ debt, random }, at) => pay(debt, { at, fails: true }, random),
  byHand: ({ debt, random }, at) => writeOffPaid(debt, { at, amountOf: part(0.1 + random.next() / 2) }, random),
  refused: ({ debt, random }, at) => refuseWriteOff(debt, at, random),
  quote: ({ debt, random }, at) => quoteExtension(debt, at, random),
  reject: (simulation, at) => askInVain(simulation, at, rejectReduction),
  lapse: (simulation) =>
    askInVain(
      simulation,
      momentOf(simulation, simulation.random.int(1, Math.min(simulation.target.late - 6, 80))),
      passReduction,
    ),
} as const satisfies Record<string, (simulation: LoanSimulation, at: Date) => unknown>

const lapseDays = 9
const shares: Weighted<keyof typeof incidents> = [
  ['nothing', 60],
  ['part', 11],
  ['fail', 12],
  ['reject', 7],
  ['lapse', 6],
  ['byHand', 2],
  ['refused', 1.5],
  ['quote', 2],
]

/** A part is paid, a payment fails, a request is rejected or lapses. */
function simulateIncident(simulation: LoanSimulation): void {
  const { target, random } = simulation
  if (target.late < 3 || target.outcome === loanCode.repaidWithReduction) return
  const at = momentOf(simulation, random.int(1, Math.min(target.late - 2, 80)))
  const act = context(simulation).drawEvenly('struggle', shares)
  if (act !== 'lapse' || target.late >= lapseDays) incidents[act](simulation, at)
}

function settle(simulation: LoanSimulation): void {
  const { debt, target, random } = simulation
  const at = momentOf(simulation, target.late)
  const byHand = target.late > 3 && random.chance(byHandShare)
  if (byHand) writeOffPaid(debt, { at }, random)
  else if (!random.chance(couponShare) || !payWithCoupon(debt, at, random)) pay(debt, { at }, random)
}

function settleReduced(simulation: LoanSimulation): void {
  const { debt, target, collection, random } = simulation
  const askedAt = momentOf(simulation, target.late - random.int(1, 2))
  const request = requestReduction(debt, collection, askedAt, random)
  if (request) passReduction(debt, request, later(askedAt, random.int(20, 170)), random)
  pay(debt, { at: momentOf(simulation, target.late) }, random)
}

/** A reduction was asked for, and may have been passed, just now. */
function askToday(simulation: LoanSimulation): void {
  const { debt, target, collection, random } = simulation
  const askedAt = momentOf(simulation, target.late - random.int(0, 1))
  const request = requestReduction(debt, collection, askedAt, random)
  const passedAt = debt.order.context.capped(later(askedAt, random.int(20, 170)))
  if (request && debt.order.context.drawEvenly('reduction of today', passedToday))
    passReduction(debt, request, passedAt, random)
}

/** The order is owed; somebody may be doing something about it. */
function stay(simulation: LoanSimulation): void {
  const { debt, target, random } = simulation
  const { today } = context(simulation)
  const now = () => context(simulation).justNow(random)
  const act =
    target.late > 1
      ? context(simulation).drawEvenly('owed late', underWay)
      : context(simulation).drawEvenly('owed', untilDue)
  if (act === 'reduction') askToday(simulation)
  // a day or two ago only where the order was past due then: earlier it may not have been paid out
  if (act === 'proof')
    showProof(debt, momentOf(simulation, target.late - (target.late > 3 ? random.int(1, 2) : 0)), random)
  if (act === 'quote' && !quoteExtension(debt, now(), random)) showProof(debt, now(), random)
  if (act === 'writeOff') askWriteOff(debt, now(), random)
  if (act === 'coupon') holdCoupon(debt, now(), { begun: false }, random)
  if (act === 'rollover') askRollover(debt, now(), random)
  debt.advance(today)
}

/** The customer is paying; a coupon may be held for that. */
function payNow({ debt, random }: LoanSimulation): void {
  const at = debt.order.context.justNow(random)
  const held =
    debt.order.context.drawEvenly('paying', payingBy) === 'coupon' && holdCoupon(debt, at, { begun: true }, random)
  if (!held) beginPayment(debt, at, random)
}

const endings: Partial<Record<LoanState, (simulation: LoanSimulation) => void>> = {
  [loanCode.awaitingRepayment]: stay,
  [loanCode.overdue]: stay,
  [loanCode.badDebt]: stay,
  [loanCode.repaymentProcessing]: payNow,
  [loanCode.repaid]: settle,
  [loanCode.repaidWithReduction]: settleReduced,
  [loanCode.settledByOperations]: (simulation) =>
    writeOffLost(simulation.debt, momentOf(simulation, simulation.target.late), simulation.random),
  [loanCode.batchSettled]: (simulation) =>
    writeOffBatch(simulation.debt, momentOf(simulation, simulation.target.late), simulation.random),
  [loanCode.extensionSettled]: (simulation) =>
    extend(simulation.debt, momentOf(simulation, simulation.target.late), simulation.random),
}

/**
 * Lives an order from its pay-out to the end it is to have, or to today.
 * @throws Error where it does not get there: a defect of the simulation.
 */
export function simulateLoan(simulation: LoanSimulation): void {
  const { debt, target } = simulation
  payEarlier(simulation)
  simulateIncident(simulation)
  endings[target.outcome]?.(simulation)
  const { state, row } = debt.order
  if (state !== target.outcome) throw new Error(`${row.id} came to ${state} instead of ${target.outcome}`)
}
