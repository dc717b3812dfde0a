import { childOrderOf } from '#contract/loans/extension.ts'
import { isFinal, loanCode } from '#contract/loans/flow.ts'
import { finalLimit } from '#contract/loans/limit.ts'
import { schedule } from '#contract/loans/plan.ts'
import { Collection } from '#server/seed/history/collection/collection.ts'
import { later, type SeedContext } from '#server/seed/history/context.ts'
import { giveCoupons, type LimitCoupon } from '#server/seed/history/money/coupons.ts'
import { Debt } from '#server/seed/history/money/debt.ts'
import {
  type ApplicationContext,
  type PayoutBlocker,
  simulateApplication,
} from '#server/seed/history/orders/application.ts'
import type { Card } from '#server/seed/history/orders/card-changes.ts'
import type { Applicant } from '#server/seed/history/orders/decisions.ts'
import { simulateLoan } from '#server/seed/history/orders/loan-simulation.ts'
import { Order } from '#server/seed/history/orders/order.ts'
import { writeTickets } from '#server/seed/history/orders/tickets.ts'
import { Random } from '#server/seed/history/random.ts'
import type { Product } from '#server/seed/products.ts'
import { type BlacklistCause, suspectedFrom, writeBlacklistEntry, writtenOffAt } from './blacklist-entries.ts'
import { type Episode, episodesOf, type LoanTarget } from './episodes.ts'
import { standingOf, writeKyc } from './kyc.ts'
import { ageOn, nameOf, type Person, personFrom, writeCard, writeCustomer } from './person.ts'

/** A customer who is to come into the book. */
export interface NewCustomer {
  /** Decides about everything that is left to chance. */
  readonly seed: string
  /** How many orders there are to be, extensions among them. */
  readonly orders: number
  /** Decides, 0 to 1, about what has become of the last one. */
  readonly at: number
}

const dayMinutes = 24 * 60
const knownShare = 0.45
const secondCardShare = 0.1
/** So many of those with a second card name it while an order is under way. */
const changeShare = 0.6
/** What became of the wish for another card where the present one is no good. */
const wishes = [
  ['pending', 40],
  [null, 20],
  ['rejected', 40],
] as const
const blacklistedShare = 0.004
const beforePayout: ReadonlySet<number> = new Set([
  ...[loanCode.reviewing, loanCode.autoPassed, loanCode.undecided, loanCode.overQuota],
  ...[loanCode.manualPassed, loanCode.disbursing, loanCode.disbursementFailed],
])

/** A customer while their orders are lived, one after the other. */
class CustomerSimulation {
  readonly #context: SeedContext
  readonly #random: Random
  readonly #person: Person
  #ordinal = 0
  #onTime = 0
  #done = 0
  #worst = 0
  /** What their credit is assessed by. */
  readonly #record = { onTime: 0, worst: 0, lastRepaidAt: null as Date | null, coupon: null as LimitCoupon | null }
  /** Since when they are blacklisted, and why; null where they are not. */
  #blacklisted: BlacklistCause | null
  readonly #orders: Order[] = []

  constructor(context: SeedContext, registeredAt: Date, random: Random) {
    this.#context = context
    this.#random = random
    this.#person = personFrom(context, registeredAt, random)
    this.#blacklisted = random.chance(blacklistedShare) ? suspectedFrom(registeredAt, context) : null
  }

  borrow(episodes: readonly Episode[]): void {
    const trouble = episodes.at(-1)?.trouble ?? null
    const random = this.#random
    const current = this.#card({ bound: trouble !== 'unbound', foreign: trouble === 'mismatch' })
    const second = trouble || random.chance(secondCardShare)
    const first = second ? this.#card({ bound: false, foreign: false }) : current
    for (const episode of episodes.slice(0, -1)) this.#take(episode, first, null)
    const changes = !trouble && first !== current && random.chance(changeShare)
    this.#take(
      episodes.at(-1)!,
      changes ? first : current,
      changes ? { card: current, outcome: 'passed' } : this.#wish(trouble),
    )
  }

  /** Another card that is asked for where the present one is no good. */
  #wish(trouble: PayoutBlocker | null): ApplicationContext['other'] {
    if (trouble !== 'unbound' && trouble !== 'mismatch') return null
    const outcome = this.#context.drawEvenly('wish for another card', wishes)
    return outcome && { card: this.#card({ bound: false, foreign: false }), outcome }
  }

  /** Gives them what staff hand out to customers in good standing. */
  giveCoupons(): void {
    if (this.#blacklisted) return
    const { id, registeredAt } = this.#person
    this.#record.coupon = giveCoupons(this.#context, id, registeredAt, this.#random)
  }

  write({ known }: { known: boolean }): void {
    const kyc = standingOf({ known, hasOrders: this.#ordinal > 0 }, new Random(`${this.#person.id} standing`))
    const held = this.#orders.some(({ row }) => row.agencyId !== null)
    const liveLoan = this.#orders.some(({ state }) => !isFinal(state))
    const reviewed = this.#orders.some(({ row }) => row.reviewerId !== null)
    const borrowed = this.#orders.some(({ row }) => row.disbursedAt !== null)
    const paid = this.#orders.some((order) => order.paid)
    const about = { loansDone: this.#done, blacklisted: this.#blacklisted !== null, held, reviewed, liveLoan }
    const made = { ...about, ...this.#record, applied: this.#orders.length > 0, borrowed, paid, kyc, known }
    this.#writeOrders()
    writeCustomer(this.#context, this.#person, made, this.#random)
    writeKyc(this.#context, this.#person, kyc)
    if (this.#blacklisted) writeBlacklistEntry(this.#context, this.#person.id, this.#blacklisted)
  }

  #card(about: { bound: boolean; foreign: boolean }): Card {
    return writeCard(this.#context, this.#person, about, this.#random)
  }

  #limitOf({ baseMinor, stepMinor, maxMinor }: Product): number {
    return finalLimit({ baseMinor, stepMinor, onTimeReloans: this.#onTime, couponMinor: 0, maxMinor })
  }

  /** What the rules know of them when they apply. */
  #applicant(product: Product, at: Date): Applicant {
    const ageYears = ageOn(this.#context.dateOf(at), this.#person)
    return { ageYears, worstOverdueDays: this.#worst, limitMinor: this.#limitOf(product) }
  }

  /** What is asked for: mostly all there is, and more where that is to be refused. */
  #amountOf({ product, steps }: Episode): number {
    const tooMuch = steps.at(-1)?.event === 'quotaFail'
    const less = this.#random.weighted([
      [0, 55],
      [1, 25],
      [2, 20],
    ])
    return this.#limitOf(product) + (tooMuch ? 2 : -less) * product.stepMinor
  }

  #take(episode: Episode, { id: cardId }: Card, other: ApplicationContext['other']): void {
    this.#ordinal += 1
    const { product, steps, submittedAt: at, trouble, targets } = episode
    const { id: customerId, app } = this.#person
    const about = {
      customerId,
      cardId,
      app,
      product,
      ordinal: this.#ordinal,
      name: nameOf(this.#person, this.#context.pack),
    }
    const order = new Order(this.#context, { ...about, at, amountMinor: this.#amountOf(episode) })
    simulateApplication(order, steps, this.#random, { applicant: this.#applicant(product, at), trouble, other })
    if (targets.length > 0) this.#repay(order, targets)
    else this.#keep(order)
  }

  /** Lives an order that was paid out, and those that extend it, each from where the one before ended. */
  #repay(paidOut: Order, targets: readonly LoanTarget[]): void {
    const random = this.#random
    let order = paidOut
    let plans = schedule(order.quote, this.#context.dateOf(order.row.disbursedAt!))
    for (const target of targets) {
      const debt = new Debt(order, plans)
      const collection = new Collection(order, this.#person.phone, random)
      simulateLoan({ debt, target, collection, random })
      collection.write(debt) // before the plans: whose it is stands beside them
      this.#keep(order)
      if (target.outcome !== loanCode.extensionSettled) {
        debt.write(null)
        this.#learn(target, order.row.closedAt)
        this.#recordDebt(debt)
        return
      }
      const closedAt = order.row.closedAt!
      const child = childOrderOf(debt.plans[0]!, this.#context.dateOf(closedAt), order.row.terms)
      order = order.extendedBy(child, closedAt)
      debt.write(order.row.id)
      this.#recordDebt(debt)
      plans = [child.plan]
    }
  }

  /** What an order that has ended says of the customer. */
  #learn({ outcome, late }: LoanTarget, closedAt: Date | null): void {
    const repaid = outcome === loanCode.repaid || outcome === loanCode.repaidWithReduction
    if (repaid) this.#done += 1
    if (repaid) this.#worst = Math.max(this.#worst, late)
    if (repaid && late <= 0) this.#onTime += 1
    if (outcome === loanCode.settledByOperations && closedAt) this.#blacklisted = writtenOffAt(closedAt)
  }

  /** Enters what an order says of how they repay. */
  #recordDebt({ settledLate: late, order }: Debt): void {
    const record = this.#record
    const { repaid, repaidWithReduction } = loanCode
    record.worst = Math.max(record.worst, late ?? 0)
    if (order.state !== repaid && order.state !== repaidWithReduction) return
    record.lastRepaidAt = order.row.closedAt
    if ((late ?? 0) <= 0) record.onTime += 1
  }

  /** Writes down the orders, each with the next one that was paid out once it was closed. */
  #writeOrders(): void {
    const paidOut = this.#orders.filter(({ row }) => row.kind === 'regular').flatMap(({ row }) => row.disbursedAt ?? [])
    for (const order of this.#orders) {
      const { row } = order
      row.reloanedAt = paidOut.find((at) => row.closedAt && at > row.closedAt) ?? null
      order.write()
    }
  }

  #keep(order: Order): void {
    // nobody has money on its way to somebody who is suspected
    if (beforePayout.has(order.state)) this.#blacklisted = null
    this.#orders.push(order)
    writeTickets(order, this.#random)
  }
}

/** Lives everything that a customer has gone through, and writes it down. */
export function simulateCustomer(context: SeedContext, { seed, orders, at }: NewCustomer): void {
  const random = new Random(seed)
  const episodes = episodesOf(context, { orders, at }, random)
  const [first] = episodes
  const registeredAt = first
    ? later(first.submittedAt, -random.int(15, 14 * dayMinutes))
    : context.daytime(context.after(context.today, -random.int(0, context.ago(context.start))), random)
  const customer = new CustomerSimulation(context, registeredAt, random)
  if (first) customer.borrow(episodes)
  customer.giveCoupons()
  customer.write({ known: first !== undefined || random.chance(knownShare) })
}
