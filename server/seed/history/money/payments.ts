import type { IdOf } from '#contract/kernel/values.ts'
import { allocate, type Components, outstandingOf, totalOf } from '#contract/loans/balance.ts'
import { resumeEvent, settlementEvent } from '#contract/loans/flow.ts'
import { payment as paymentSubject } from '#contract/payments.ts'
import { later } from '#server/seed/history/context.ts'
import { by } from '#server/seed/history/orders/order.ts'
import type { Random } from '#server/seed/history/random.ts'
import { byColumn, type Debt, type Payment, type PlanAccount } from './debt.ts'

const channels = [
  ['eWallet', 45],
  ['link', 28],
  ['bankTransfer', 27],
] as const
const handles = ['oksbi', 'okaxis', 'okicici', 'ybl'] as const

/** What a payment is, beside where it comes from. */
type NewPayment = Pick<Payment, 'amountMinor' | 'kind' | 'state' | 'createdAt' | 'completedAt'> &
  Partial<Pick<Payment, 'channel' | 'operator' | 'extensionMinor' | 'utr' | 'upi' | 'bankCode' | 'linkId'>>

/** How the customer of an order is known to a payment system. */
export const handleOf = ({ name }: Debt['order'], random: Random): string =>
  `${name.toLowerCase().replaceAll(' ', '.')}@${random.pick(handles)}`

/** Writes a payment down. Answers its id. */
export function enterPayment({ order, payments }: Debt, about: NewPayment, random: Random): IdOf<'payment'> {
  const { context, row } = order
  order.paid ||= about.state === 'success' && (about.extensionMinor ?? 0) > 0
  const id = context.book.id(paymentSubject.ids, context.dateOf(about.createdAt))
  const channel = about.channel ?? random.weighted(channels)
  const handle = handleOf(order, random)
  payments.push({
    id,
    loanId: row.id,
    amountMinor: about.amountMinor,
    currency: row.currency,
    kind: about.kind,
    channel,
    state: about.state,
    platformRef: about.kind === 'writeOff' ? null : `PF${id.slice(2)}`,
    linkId: about.linkId ?? null,
    configId: null,
    utr: about.utr ?? (about.state === 'success' ? context.book.utr(context.dateOf(about.completedAt!)) : null),
    upi: about.upi ?? (channel === 'eWallet' ? handle : null),
    bankCode: about.bankCode ?? null,
    extensionMinor: about.extensionMinor ?? 0,
    createdAt: about.createdAt,
    completedAt: about.completedAt,
    operator: about.operator ?? null,
  })
  return id
}

/** Books what a plan gets of a payment. */
export function bookToPlan(
  debt: Debt,
  plan: PlanAccount,
  paid: Components,
  { id, at }: { id: IdOf<'payment'>; at: Date },
): void {
  const { order } = debt
  const { context } = order
  order.paid = true
  context.book.buffers.allocations.add({ paymentId: id, planId: plan.id, ...byColumn('paid', paid) })
  plan.repaid.push({ date: context.dateOf(at), minor: paid.principal })
  debt.enter(plan, 'paid', paid, at)
}

/**
 * Gives a payment that has come in to the plans, the oldest first.
 * @throws Error where it is more than they ask for: a defect of the simulation.
 */
export function receive(debt: Debt, amountMinor: number, payment: { id: IdOf<'payment'>; at: Date }): void {
  const { row } = debt.order
  const given = allocate(amountMinor, debt.plans, row.terms.penalty.allocationOrder, row.currency)
  if (!given.ok) throw new Error(`${given.fault} (${row.id})`)
  for (const { serial, paid } of given.value) bookToPlan(debt, debt.plans[serial - 1]!, paid, payment)
}

/** What reductions in force have taken off. */
export const reducedMinor = ({ plans }: Debt) => plans.reduce((sum, { reduced }) => sum + totalOf(reduced), 0)

/** What settles the oldest plan. */
export const allOf = (plan: PlanAccount): number => totalOf(outstandingOf(plan))

/** When and how something is paid: all that the oldest plan asks for, where nothing else is said. */
interface PayArgs {
  readonly at: Date
  readonly amountOf?: (plan: PlanAccount) => number
  /** The payment is begun and comes to nothing. */
  readonly fails?: boolean
  /** The link it is made through, and what the coupon held for that takes off before. */
  readonly link?: { readonly id: IdOf<'paymentLink'>; readonly discount: Components }
}

/** Pays at `at` what `amountOf` the oldest plan comes to. Answers when it was there. */
export function pay(debt: Debt, { at, amountOf = allOf, fails = false, link }: PayArgs, random: Random): Date {
  const { order } = debt
  const { context } = order
  debt.advance(context.dateOf(at))
  const plan = debt.open!
  const cameFrom = order.state
  const amountMinor = link ? allOf(plan) - totalOf(link.discount) : amountOf(plan)
  const early = !link && context.dateOf(at) < plan.dueDate ? 'early' : 'normal'
  const kind = !link && amountMinor < allOf(plan) ? 'partial' : early
  const createdAt = order.transition('startPay', at, by.customer)
  const endedAt = context.capped(later(createdAt, random.int(1, 8)))
  const through = link ? ({ channel: 'link', linkId: link.id } as const) : {}
  const about = { amountMinor, kind, createdAt, ...through } as const
  if (fails) enterPayment(debt, { ...about, state: 'fail', completedAt: null }, random)
  else {
    const id = enterPayment(debt, { ...about, state: 'success', completedAt: endedAt }, random)
    if (link) debt.enter(plan, 'discounted', link.discount, endedAt)
    receive(debt, amountMinor, { id, at: endedAt })
  }
  const event = debt.open
    ? resumeEvent(cameFrom, debt.lateOn(context.dateOf(endedAt)) > 0)
    : settlementEvent('settle', reducedMinor(debt))
  order.transition(event, endedAt, by.payments, { reason: fails ? 'Declined by the bank' : null })
  return endedAt
}

/** Begins a payment that nobody has heard of since: of all that is asked for, or through a link. */
export function beginPayment(
  debt: Debt,
  at: Date,
  random: Random,
  link?: { readonly id: IdOf<'paymentLink'>; readonly amountMinor: number },
): void {
  const { order } = debt
  debt.advance(order.context.dateOf(at))
  order.row.cameFrom = order.state
  const createdAt = order.transition('startPay', at, by.customer)
  const amountMinor = link?.amountMinor ?? allOf(debt.open!)
  const through = link ? ({ channel: 'link', linkId: link.id } as const) : {}
  enterPayment(debt, { amountMinor, kind: 'normal', state: 'paying', createdAt, completedAt: null, ...through }, random)
}
