import { type Refused, refused } from '../kernel/fault.ts'
import { ofMinor } from '../kernel/money.ts'
import type { Currency, LocalDate } from '../kernel/values.ts'
import type { PenaltyTerms } from './terms.ts'

/** What an amount is owed for. The fee counts here only where it falls due with the plan, its tax included. */
export const components = ['penalty', 'fee', 'interest', 'principal'] as const
export type Component = (typeof components)[number]

/** An amount by what it is for. Like every amount in these rules: whole minor units of the order's one currency. */
export type Components = Readonly<Record<Component, number>>

/** No amount at all. */
export const noComponents: Components = { penalty: 0, fee: 0, interest: 0, principal: 0 }

/** Ledger of one plan: all it has charged so far, and what became of that. The rest is owed. */
export interface PlanBalance {
  readonly charged: Components
  readonly paid: Components
  /** Reductions in force; one that lapsed is no longer in here. */
  readonly reduced: Components
  /** Coupon discounts. Unlike a reduction, a discount still ends in 40. */
  readonly discounted: Components
  /** Written off unpaid. */
  readonly lost: Components
}

/** One instalment of an order, with its account. */
export interface Plan extends PlanBalance {
  /** 1 for the first. */
  readonly serial: number
  readonly dueDate: LocalDate
}

/** The answer of a rule that can refuse. */
export type RuleResult<Value> = { readonly ok: true; readonly value: Value } | Refused

const each = (amount: (component: Component) => number): Components => ({
  penalty: amount('penalty'),
  fee: amount('fee'),
  interest: amount('interest'),
  principal: amount('principal'),
})
/** Both together. */
export const addComponents = (a: Components, b: Components): Components =>
  each((component) => a[component] + b[component])
/** All four together. */
export const totalOf = ({ penalty, fee, interest, principal }: Components): number =>
  penalty + fee + interest + principal
/** The part that may be waived: everything but the principal. */
const waivable = (amounts: Components): number => totalOf(amounts) - amounts.principal

/** What a plan still asks for. */
export const outstandingOf = ({ charged, paid, reduced, discounted, lost }: PlanBalance): Components =>
  each((of) => charged[of] - paid[of] - reduced[of] - discounted[of] - lost[of])

/** What an order still asks for: principal, interest, fee and penalty, without what was paid or taken off. */
export const repayable = (accounts: readonly PlanBalance[]): number =>
  accounts.reduce((all, account) => all + totalOf(outstandingOf(account)), 0)

/** Waterfall: takes up to `amountMinor` out of `from`, using up one component after the other. Answers what was taken. */
export function applyWaterfall(amountMinor: number, from: Components, order: readonly Component[]): Components {
  let leftMinor = amountMinor
  const taken = { ...noComponents }
  for (const component of order) {
    taken[component] = Math.min(leftMinor, from[component])
    leftMinor -= taken[component]
  }
  return taken
}

/** Orders of allocation (waterfalls): in which a payment uses up what a plan asks for. */
const allocationOrders = {
  penaltyFirst: ['penalty', 'fee', 'interest', 'principal'],
  interestFirst: ['interest', 'fee', 'principal', 'penalty'],
} as const satisfies Record<PenaltyTerms['allocationOrder'], readonly Component[]>

/** What one plan gets of a payment. */
export interface Allocation {
  readonly serial: number
  readonly paid: Components
}

function mustBeAmount(minor: number): void {
  if (!Number.isSafeInteger(minor) || minor < 0) throw new RangeError(`${minor} is not an amount`)
}

/**
 * Allocates a payment to the plans, the one due first before the others, and within a plan component by component.
 * Answers only the plans that get something. Refuses `more_than_repayable`.
 * @throws RangeError where `paymentMinor` is no whole number or negative.
 */
export function allocate(
  paymentMinor: number,
  plans: readonly Plan[],
  order: PenaltyTerms['allocationOrder'],
  currency: Currency,
): RuleResult<readonly Allocation[]> {
  mustBeAmount(paymentMinor)
  const mostMinor = repayable(plans)
  if (paymentMinor > mostMinor) return refused('more_than_repayable', { repayable: ofMinor(mostMinor, currency) })
  let leftMinor = paymentMinor
  const value: Allocation[] = []
  for (const plan of plans.toSorted((a, b) => a.serial - b.serial)) {
    const paid = applyWaterfall(leftMinor, outstandingOf(plan), allocationOrders[order])
    leftMinor -= totalOf(paid)
    if (totalOf(paid) > 0) value.push({ serial: plan.serial, paid })
  }
  return { ok: true, value }
}

/**
 * What a reduction takes off a plan: penalty first, then fee, then interest, never principal.
 * Refuses `more_than_reducible`.
 * @throws RangeError where `amountMinor` is no whole number or negative.
 */
export function reductionSplit(amountMinor: number, account: PlanBalance, currency: Currency): RuleResult<Components> {
  mustBeAmount(amountMinor)
  const from = outstandingOf(account)
  if (amountMinor > waivable(from)) {
    return refused('more_than_reducible', { reducible: ofMinor(waivable(from), currency) })
  }
  return { ok: true, value: applyWaterfall(amountMinor, from, ['penalty', 'fee', 'interest']) }
}

/**
 * The most that may be taken off a plan by whoever may waive `limitPpm` of its penalty, fee and interest.
 * Rounded down. What is reduced already counts against the limit, so that asking twice does not double it.
 */
export function maxReduction(limitPpm: number, account: PlanBalance): number {
  const reducedMinor = waivable(account.reduced)
  const unpaidMinor = waivable(outstandingOf(account)) + reducedMinor
  const limitMinor = Number((BigInt(unpaidMinor) * BigInt(limitPpm)) / 1_000_000n)
  return Math.max(0, limitMinor - reducedMinor)
}

/** The books of one order, each figure from where it is kept: nothing here is derived from the rest. */
export interface Books {
  readonly amountMinor: number
  readonly plans: readonly (PlanBalance & { readonly outstanding: Components })[]
}

/**
 * Whether an order's books balance: on every plan and for every component, what was paid, reduced, discounted, lost
 * and is outstanding adds up to what was charged; nothing is negative; the plans' principals make the amount.
 * What an extended order left to its child stays outstanding here: the child owes it, no report counts both.
 */
export const booksBalance = ({ amountMinor, plans }: Books): boolean =>
  plans.reduce((all, { charged }) => all + charged.principal, 0) === amountMinor &&
  plans.every(({ charged, paid, reduced, discounted, lost, outstanding }) =>
    components.every((of) => {
      const became = [paid[of], reduced[of], discounted[of], lost[of], outstanding[of]]
      return (
        became.every((minor) => Number.isSafeInteger(minor) && minor >= 0) &&
        became.reduce((all, minor) => all + minor, 0) === charged[of]
      )
    }),
  )
