import type { LocalDate } from '#contract/kernel/values.ts'
import { type LoanState, loan } from '#contract/loans/flow.ts'
import type { Collection } from './collection.ts'
import { holdCoupon, payWithCoupon } from './coupons.ts'
import type { Debt, Held } from './debt.ts'
import type { Link } from './episodes.ts'
import { askRollover, extend, quoteExtension } from './extensions.ts'
import { allOf, beginPayment, pay } from './payments.ts'
import { showProof } from './proofs.ts'
import type { Random, Weighted } from './random.ts'
import { ask, pass, reject } from './reductions.ts'
import { later } from './world.ts'
import { askWriteOff, refuseWriteOff, writeOffBatch, writeOffLost, writeOffPaid } from './write-offs.ts'

/** An order from its pay-out on, as it is to go. */
export interface Life {
  readonly debt: Debt
  readonly link: Link
  readonly collection: Collection
  readonly random: Random
}

const world = ({ debt }: Life) => debt.order.world
const part = (share: number) => (plan: Held) => Math.floor((allOf(plan) * share) / 100) * 100
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

/** Some moment of the day that is so many days after the plan of the link was due. */
const momentOf = (life: Life, late: number): Date =>
  world(life).daytime(world(life).after(life.debt.plans[life.link.serial - 1]!.dueDate, late), life.random)

/** The instalments before the one that is meant, each about when it is due. */
function payEarlier(life: Life): void {
  const { debt, link, random } = life
  for (const { serial, dueDate } of debt.plans) {
    if (serial >= link.serial) return
    const day = world(life).after(dueDate, random.int(-3, 5))
    const today: LocalDate = world(life).today
    pay(debt, { at: world(life).daytime(day < today ? day : today, random) }, random)
  }
}

/** Somebody asks for a reduction that is rejected, or that lapses unpaid. */
function askInVain({ debt, collection, random }: Life, at: Date, decide: typeof pass): void {
  const request = ask(debt, collection, at, random)
  if (request) decide(debt, request, later(at, random.int(20, 170)), random)
}

/** What happens on the way and settles nothing. */
const struggles = {
  nothing: () => {},
  part: ({ debt, random }, at) => pay(debt, { at, amountOf: part(0.1 + random.next() / 2) }, random),
  fail: ({ debt, random }, at) => pay(debt, { at, fails: true }, random),
  byHand: ({ debt, random }, at) => writeOffPaid(debt, { at, amountOf: part(0.1 + random.next() / 2) }, random),
  refused: ({ debt, random }, at) => refuseWriteOff(debt, at, random),
  quote: ({ debt, random }, at) => quoteExtension(debt, at, random),
  reject: (life, at) => askInVain(life, at, reject),
  lapse: (life) => askInVain(life, momentOf(life, life.random.int(1, Math.min(life.link.late - 6, 80))), pass),
} as const satisfies Record<string, (life: Life, at: Date) => unknown>

const lapseDays = 9
const shares: Weighted<keyof typeof struggles> = [
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
function struggle(life: Life): void {
  const { link, random } = life
  if (link.late < 3 || link.fate === loan.repaidWithReduction) return
  const at = momentOf(life, random.int(1, Math.min(link.late - 2, 80)))
  const act = world(life).deal('struggle', shares)
  if (act !== 'lapse' || link.late >= lapseDays) struggles[act](life, at)
}

function settle(life: Life): void {
  const { debt, link, random } = life
  const at = momentOf(life, link.late)
  const byHand = link.late > 3 && random.chance(byHandShare)
  if (byHand) writeOffPaid(debt, { at }, random)
  else if (!random.chance(couponShare) || !payWithCoupon(debt, at, random)) pay(debt, { at }, random)
}

function settleReduced(life: Life): void {
  const { debt, link, collection, random } = life
  const askedAt = momentOf(life, link.late - random.int(1, 2))
  const request = ask(debt, collection, askedAt, random)
  if (request) pass(debt, request, later(askedAt, random.int(20, 170)), random)
  pay(debt, { at: momentOf(life, link.late) }, random)
}

/** A reduction was asked for, and may have been passed, just now. */
function askToday(life: Life): void {
  const { debt, link, collection, random } = life
  const askedAt = momentOf(life, link.late - random.int(0, 1))
  const request = ask(debt, collection, askedAt, random)
  const passedAt = debt.order.world.capped(later(askedAt, random.int(20, 170)))
  if (request && debt.order.world.deal('reduction of today', passedToday)) pass(debt, request, passedAt, random)
}

/** The order is owed; somebody may be doing something about it. */
function stay(life: Life): void {
  const { debt, link, random } = life
  const { today } = world(life)
  const now = () => world(life).justNow(random)
  const act = link.late > 1 ? world(life).deal('owed late', underWay) : world(life).deal('owed', untilDue)
  if (act === 'reduction') askToday(life)
  // a day or two ago only where the order was past due then: earlier it may not have been paid out
  if (act === 'proof') showProof(debt, momentOf(life, link.late - (link.late > 3 ? random.int(1, 2) : 0)), random)
  if (act === 'quote' && !quoteExtension(debt, now(), random)) showProof(debt, now(), random)
  if (act === 'writeOff') askWriteOff(debt, now(), random)
  if (act === 'coupon') holdCoupon(debt, now(), { begun: false }, random)
  if (act === 'rollover') askRollover(debt, now(), random)
  debt.advance(today)
}

/** The customer is paying; a coupon may be held for that. */
function payNow({ debt, random }: Life): void {
  const at = debt.order.world.justNow(random)
  const held = debt.order.world.deal('paying', payingBy) === 'coupon' && holdCoupon(debt, at, { begun: true }, random)
  if (!held) beginPayment(debt, at, random)
}

const endings: Partial<Record<LoanState, (life: Life) => void>> = {
  [loan.awaitingRepayment]: stay,
  [loan.overdue]: stay,
  [loan.badDebt]: stay,
  [loan.repaymentProcessing]: payNow,
  [loan.repaid]: settle,
  [loan.repaidWithReduction]: settleReduced,
  [loan.settledByOperations]: (life) => writeOffLost(life.debt, momentOf(life, life.link.late), life.random),
  [loan.batchSettled]: (life) => writeOffBatch(life.debt, momentOf(life, life.link.late), life.random),
  [loan.extensionSettled]: (life) => extend(life.debt, momentOf(life, life.link.late), life.random),
}

/**
 * Lives an order from its pay-out to the end it is to have, or to today.
 * @throws Error where it does not get there: the story is wrong.
 */
export function live(life: Life): void {
  const { debt, link } = life
  payEarlier(life)
  struggle(life)
  endings[link.fate]?.(life)
  const { state, row } = debt.order
  if (state !== link.fate) throw new Error(`${row.id} came to ${state} instead of ${link.fate}`)
}
