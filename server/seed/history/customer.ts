import { childOf } from '#contract/loans/extension.ts'
import { loan } from '#contract/loans/flow.ts'
import { finalLimit } from '#contract/loans/limit.ts'
import { schedule } from '#contract/loans/plan.ts'
import { type Product, products } from '../products.ts'
import { type Applying, apply, type Trouble } from './apply.ts'
import type { Card } from './card-changes.ts'
import { Collection } from './collection.ts'
import { giveCoupons } from './coupons.ts'
import { Debt } from './debt.ts'
import type { Applicant } from './decisions.ts'
import { type Episode, episodesOf, type Link } from './episodes.ts'
import { live } from './life.ts'
import { Order } from './order.ts'
import { nameOf, type Person, personFrom, writeCard, writeCustomer } from './person.ts'
import { Random } from './random.ts'
import { writeTickets } from './tickets.ts'
import { later, type World } from './world.ts'

/** A customer who is to come into the book. */
export interface Newcomer {
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

/** A customer while their orders are lived, one after the other. */
class Customer {
  readonly #world: World
  readonly #random: Random
  readonly #person: Person
  #ordinal = 0
  #onTime = 0
  #done = 0
  #worst = 0
  #blacklisted: boolean
  #held = false

  constructor(world: World, registeredAt: Date, random: Random) {
    this.#world = world
    this.#random = random
    this.#person = personFrom(world, registeredAt, random)
    this.#blacklisted = random.chance(blacklistedShare)
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
      changes ? { card: current, fate: 'passed' } : this.#wish(trouble),
    )
  }

  /** Another card that is asked for where the present one is no good. */
  #wish(trouble: Trouble | null): Applying['other'] {
    if (trouble !== 'unbound' && trouble !== 'mismatch') return null
    const fate = this.#world.deal('wish for another card', wishes)
    return fate && { card: this.#card({ bound: false, foreign: false }), fate }
  }

  /** Gives them what staff hand out to customers in good standing. */
  giveCoupons(): void {
    if (!this.#blacklisted) giveCoupons(this.#world, this.#person.id, this.#person.registeredAt, this.#random)
  }

  write({ known }: { known: boolean }): void {
    const limitMinor = known ? this.#limitOf(products.week) : null
    const made = { loansDone: this.#done, limitMinor, blacklisted: this.#blacklisted, held: this.#held }
    writeCustomer(this.#world, this.#person, { ...made, known }, this.#random)
  }

  #card(about: { bound: boolean; foreign: boolean }): Card {
    return writeCard(this.#world, this.#person, about, this.#random)
  }

  #limitOf({ baseMinor, stepMinor, maxMinor }: Product): number {
    return finalLimit({ baseMinor, stepMinor, onTimeReloans: this.#onTime, couponMinor: 0, maxMinor })
  }

  /** What the rules know of them when they apply. */
  #applicant(product: Product, at: Date): Applicant {
    const { birthDate } = this.#person
    const day = this.#world.dateOf(at)
    const ageYears =
      Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (day.slice(5) < birthDate.slice(5) ? 1 : 0)
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

  #take(episode: Episode, { id: cardId }: Card, other: Applying['other']): void {
    this.#ordinal += 1
    const { product, steps, submittedAt: at, trouble, links } = episode
    const { id: customerId, app } = this.#person
    const about = { customerId, cardId, app, product, ordinal: this.#ordinal, name: nameOf(this.#person) }
    const order = new Order(this.#world, { ...about, at, amountMinor: this.#amountOf(episode) })
    apply(order, steps, this.#random, { applicant: this.#applicant(product, at), trouble, other })
    if (links.length > 0) this.#repay(order, links)
    else this.#keep(order)
  }

  /** Lives an order that was paid out, and those that extend it, each from where the one before ended. */
  #repay(paidOut: Order, links: readonly Link[]): void {
    const random = this.#random
    let order = paidOut
    let plans = schedule(order.quote, this.#world.dateOf(order.row.disbursedAt!))
    for (const link of links) {
      const debt = new Debt(order, plans)
      const collection = new Collection(order, random)
      live({ debt, link, collection, random })
      collection.write(debt) // before the plans: whose it is stands beside them
      this.#keep(order)
      if (link.fate !== loan.extensionSettled) {
        debt.write(null)
        this.#learn(link)
        return
      }
      const closedAt = order.row.closedAt!
      const child = childOf(debt.plans[0]!, this.#world.dateOf(closedAt), order.row.terms)
      order = order.extendedBy(child, closedAt)
      debt.write(order.row.id)
      plans = [child.plan]
    }
  }

  /** What an order that has ended says of the customer. */
  #learn({ fate, late }: Link): void {
    const repaid = fate === loan.repaid || fate === loan.repaidWithReduction
    if (repaid) this.#done += 1
    if (repaid) this.#worst = Math.max(this.#worst, late)
    if (repaid && late <= 0) this.#onTime += 1
    if (fate === loan.settledByOperations) this.#blacklisted = true
  }

  #keep(order: Order): void {
    this.#held ||= order.row.agencyId !== null
    order.write()
    writeTickets(order, this.#random)
  }
}

/** Lives everything that a customer has gone through, and writes it down. */
export function liveCustomer(world: World, { seed, orders, at }: Newcomer): void {
  const random = new Random(seed)
  const episodes = episodesOf(world, { orders, at }, random)
  const [first] = episodes
  const registeredAt = first
    ? later(first.submittedAt, -random.int(15, 14 * dayMinutes))
    : world.daytime(world.after(world.today, -random.int(0, world.ago(world.start))), random)
  const customer = new Customer(world, registeredAt, random)
  if (first) customer.borrow(episodes)
  customer.giveCoupons()
  customer.write({ known: first !== undefined || random.chance(knownShare) })
}
