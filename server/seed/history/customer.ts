import type { IdOf } from '#contract/kernel/values.ts'
import { childOf } from '#contract/loans/extension.ts'
import { loan } from '#contract/loans/flow.ts'
import { finalLimit } from '#contract/loans/limit.ts'
import { schedule } from '#contract/loans/plan.ts'
import { type Product, products } from '../products.ts'
import { apply } from './apply.ts'
import { Collection } from './collection.ts'
import { giveCoupons } from './coupons.ts'
import { Debt } from './debt.ts'
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
const blacklistedShare = 0.004

/** A customer while their orders are lived, one after the other. */
class Customer {
  readonly #world: World
  readonly #random: Random
  readonly #person: Person
  #ordinal = 0
  #onTime = 0
  #done = 0
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
    const current = this.#card({ bound: trouble !== 'unbound', foreign: trouble === 'mismatch' })
    const second = trouble || this.#random.chance(secondCardShare)
    const first = second ? this.#card({ bound: false, foreign: false }) : current
    for (const [i, episode] of episodes.entries()) this.#take(episode, i === episodes.length - 1 ? current : first)
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

  #card(about: { bound: boolean; foreign: boolean }): IdOf<'card'> {
    return writeCard(this.#world, this.#person, about, this.#random)
  }

  #limitOf({ baseMinor, stepMinor, maxMinor }: Product): number {
    return finalLimit({ baseMinor, stepMinor, onTimeReloans: this.#onTime, couponMinor: 0, maxMinor })
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

  #take(episode: Episode, cardId: IdOf<'card'>): void {
    this.#ordinal += 1
    const { product, steps, submittedAt: at, trouble, links } = episode
    const { id: customerId, app } = this.#person
    const about = { customerId, cardId, app, product, ordinal: this.#ordinal, name: nameOf(this.#person) }
    const order = new Order(this.#world, { ...about, at, amountMinor: this.#amountOf(episode) })
    apply(order, steps, this.#random, trouble)
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
