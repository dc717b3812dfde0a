import type { IdOf } from '#contract/kernel/values.ts'
import { allocate, type Components, owed, total } from '#contract/loans/balance.ts'
import { extensionRepayable, mayExtend } from '#contract/loans/extension.ts'
import { resuming, settling } from '#contract/loans/flow.ts'
import type { RowOf } from './book.ts'
import { byColumn, type Debt, type Held } from './debt.ts'
import { by } from './order.ts'
import type { Random } from './random.ts'
import { later } from './world.ts'

type Payment = RowOf<'payments'>

const channels = [
  ['eWallet', 45],
  ['link', 28],
  ['bankTransfer', 27],
] as const
const handles = ['oksbi', 'okaxis', 'okicici', 'ybl'] as const

/** What a payment is, beside where it comes from. */
type About = Pick<Payment, 'amountMinor' | 'kind' | 'state' | 'createdAt' | 'completedAt'> &
  Partial<Pick<Payment, 'channel' | 'operator' | 'extensionMinor'>>

/** Writes a payment down. Answers its id. */
export function enterPayment({ order }: Debt, about: About, random: Random): IdOf<'payment'> {
  const { world, name, row } = order
  const id = world.book.id('payment', world.dateOf(about.createdAt))
  const channel = about.channel ?? random.weighted(channels)
  const upi = `${name.toLowerCase().replaceAll(' ', '.')}@${random.pick(handles)}`
  world.book.sheets.payments.add({
    operator: null,
    extensionMinor: 0,
    ...about,
    id,
    loanId: row.id,
    currency: row.currency,
    channel,
    platformRef: channel === 'offline' ? null : `PF${id.slice(2)}`,
    utr: about.state === 'success' ? world.book.utr(world.dateOf(about.completedAt!)) : null,
    upi: channel === 'eWallet' ? upi : null,
  })
  return id
}

/** Books what a plan gets of a payment. */
function book(debt: Debt, plan: Held, paid: Components, { id, at }: { id: IdOf<'payment'>; at: Date }): void {
  const { world } = debt.order
  world.book.sheets.allocations.add({ paymentId: id, planId: plan.id, ...byColumn('paid', paid) })
  plan.repaid.push({ date: world.dateOf(at), minor: paid.principal })
  debt.enter(plan, 'paid', paid, at)
}

/**
 * Gives a payment that has come in to the plans, the oldest first.
 * @throws Error where it is more than they ask for: the story is wrong.
 */
export function receive(debt: Debt, amountMinor: number, payment: { id: IdOf<'payment'>; at: Date }): void {
  const { row } = debt.order
  const given = allocate(amountMinor, debt.plans, row.terms.penalty.allocationOrder, row.currency)
  if (!given.ok) throw new Error(`${given.fault} (${row.id})`)
  for (const { serial, paid } of given.value) book(debt, debt.plans[serial - 1]!, paid, payment)
}

const reducedMinor = ({ plans }: Debt) => plans.reduce((sum, { reduced }) => sum + total(reduced), 0)

/** What settles the oldest plan. */
export const allOf = (plan: Held): number => total(owed(plan))

/** Pays at `at` what `amountOf` the oldest plan comes to; `fails`: the payment is begun and comes to nothing. */
export function pay(
  debt: Debt,
  { at, amountOf = allOf, fails = false }: { at: Date; amountOf?: (plan: Held) => number; fails?: boolean },
  random: Random,
): void {
  const { order } = debt
  const { world } = order
  debt.advance(world.dateOf(at))
  const plan = debt.open!
  const cameFrom = order.state
  const amountMinor = amountOf(plan)
  const early = world.dateOf(at) < plan.dueDate ? 'early' : 'normal'
  const kind = amountMinor < allOf(plan) ? 'partial' : early
  const createdAt = order.move('startPay', at, by.customer)
  const endedAt = world.capped(later(createdAt, random.int(1, 8)))
  const about = { amountMinor, kind, createdAt } as const
  if (fails) enterPayment(debt, { ...about, state: 'fail', completedAt: null }, random)
  else {
    const id = enterPayment(debt, { ...about, state: 'success', completedAt: endedAt }, random)
    receive(debt, amountMinor, { id, at: endedAt })
  }
  const event = debt.open
    ? resuming(cameFrom, debt.lateOn(world.dateOf(endedAt)) > 0)
    : settling('settle', reducedMinor(debt))
  order.move(event, endedAt, by.payments, { reason: fails ? 'Declined by the bank' : null })
}

/** Begins a payment that nobody has heard of since. */
export function beginPayment(debt: Debt, at: Date, random: Random): void {
  const { order } = debt
  debt.advance(order.world.dateOf(at))
  order.row.cameFrom = order.state
  const createdAt = order.move('startPay', at, by.customer)
  const amountMinor = allOf(debt.open!)
  enterPayment(debt, { amountMinor, kind: 'normal', state: 'paying', createdAt, completedAt: null }, random)
}

/**
 * Pays what an extension costs, no more and no less. The principal is left to the order that extends this one.
 * @throws Error where the terms do not allow it: the story is wrong.
 */
export function payExtension(debt: Debt, at: Date, random: Random): Held {
  const { order } = debt
  const { world, times, row } = order
  debt.advance(world.dateOf(at))
  const allowed = mayExtend({ plans: debt.plans, times }, world.dateOf(at), row.terms.extension)
  if (!allowed.ok) throw new Error(`${allowed.fault} (${row.id})`)
  const plan = debt.open!
  const { arrears, repayableMinor: amountMinor, ...price } = extensionRepayable(plan, row.terms.extension)
  const extensionMinor = price.feeMinor + price.commissionMinor
  const createdAt = order.move('startPay', at, by.customer)
  const completedAt = world.capped(later(createdAt, random.int(1, 8)))
  const about = { amountMinor, kind: 'extension', state: 'success', createdAt, completedAt, extensionMinor } as const
  const id = enterPayment(debt, about, random)
  if (total(arrears) > 0) book(debt, plan, arrears, { id, at: completedAt })
  debt.settle(plan, 'extended', completedAt)
  order.move('extendOk', completedAt, by.payments)
  return plan
}

/** Settles by hand what came in past every channel, or part of it. */
export function writeOffPaid(
  debt: Debt,
  { at, amountOf = allOf, operator }: { at: Date; amountOf?: (plan: Held) => number; operator: string },
  random: Random,
): void {
  const { order } = debt
  debt.advance(order.world.dateOf(at))
  const amountMinor = amountOf(debt.open!)
  const channel = random.chance(0.5) ? 'offline' : 'bankTransfer'
  const about = { amountMinor, kind: 'writeOff', state: 'success', createdAt: at, completedAt: at } as const
  const id = enterPayment(debt, { ...about, channel, operator }, random)
  receive(debt, amountMinor, { id, at })
  const event = debt.open ? 'writeOffPartial' : settling('writeOffFull', reducedMinor(debt))
  order.move(event, at, operator, { reason: 'Paid past the channels' })
}
