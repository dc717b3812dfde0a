import { extension as extensionSubject } from '#contract/extensions.ts'
import { addDays, startOfDay } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { totalOf } from '#contract/loans/balance.ts'
import { type ExtensionPrice, extendedDueDate, extensionRepayable, mayExtend } from '#contract/loans/extension.ts'
import { later } from '#server/seed/history/context.ts'
import type { Debt, Extension, PlanAccount } from '#server/seed/history/money/debt.ts'
import { sendLink } from '#server/seed/history/money/payment-links.ts'
import { bookToPlan, enterPayment } from '#server/seed/history/money/payments.ts'
import { slipOf } from '#server/seed/history/money/transfer-slips.ts'
import { by } from '#server/seed/history/orders/order.ts'
import type { Random } from '#server/seed/history/random.ts'
import { type Member, staffOf } from '#server/seed/staff.ts'
import { addSlipPayment, backUp, fileWriteOff, leaveOpen, passed } from './write-offs.ts'

const askers = staffOf('OPS', 'CS')
const managers = staffOf('MGR')
/** How the price of an extension comes in, and whether the link for it was sent. */
const ways = [
  [payThroughLink, 80],
  [rollOver, 20],
] as const
const sent = [
  [true, 1],
  [false, 1],
] as const

/** Whether the terms allow an extension on that day. */
const allowed = (debt: Debt, day: LocalDate) =>
  mayExtend({ plans: debt.plans, times: debt.order.times }, day, debt.order.row.terms.extension)

/** Offers an extension for the day of `at`, at its price then. */
function addOffer(
  debt: Debt,
  plan: PlanAccount,
  at: Date,
  maker: Member,
): { readonly row: Extension; readonly price: ExtensionPrice } {
  const { context, row, times } = debt.order
  const day = context.dateOf(at)
  const { extension } = row.terms
  const price = extensionRepayable(plan, extension)
  const { arrears, feeMinor, commissionMinor, repayableMinor } = price
  const offered: Extension = {
    ...{
      id: context.book.id(extensionSubject.ids, day),
      state: 'quoted',
      loanId: row.id,
      childId: null,
      currency: row.currency,
    },
    ...{ times: times + 1, timesMax: extension.timesMax, days: extension.days, oldDue: plan.dueDate },
    ...{ newDue: extendedDueDate(plan.dueDate, day, extension), source: 'staff', validUntil: day, quotedAt: at },
    ...{ penaltyMinor: arrears.penalty, feeMinor: arrears.fee, interestMinor: arrears.interest },
    ...{ extensionFeeMinor: feeMinor, commissionMinor, totalMinor: repayableMinor },
    ...{ makerId: maker.id, makerUnitPath: maker.unit.path, paidAt: null, paymentId: null },
  }
  debt.extensions.push(offered)
  return { row: offered, price }
}

/** What the link for an offer asks for. */
const asking = ({ row, price }: ReturnType<typeof addOffer>, { name }: Member, { order: { context } }: Debt) =>
  ({
    ...{ amountMinor: price.repayableMinor, extensionId: row.id, madeBy: name },
    kind: 'extension',
    until: new Date(startOfDay(addDays(row.validUntil, 1), context.country)),
  }) as const

/** The price is paid through the link that was sent. */
function payThroughLink(debt: Debt, plan: PlanAccount, at: Date, random: Random): void {
  const { order } = debt
  const { context } = order
  const maker = random.pick(askers)
  const offered = addOffer(debt, plan, context.sameDay(at, -random.int(5, 120)), maker)
  const { row, price } = offered
  const extensionMinor = price.feeMinor + price.commissionMinor
  const linkId = sendLink(debt, { ...asking(offered, maker, debt), state: 'used', createdAt: row.quotedAt })
  const createdAt = order.transition('startPay', at, by.customer)
  const completedAt = context.capped(later(createdAt, random.int(1, 8)))
  const through = { kind: 'extension', channel: 'link', linkId, createdAt, completedAt, extensionMinor } as const
  const id = enterPayment(debt, { amountMinor: price.repayableMinor, state: 'success', ...through }, random)
  if (totalOf(price.arrears) > 0) bookToPlan(debt, plan, price.arrears, { id, at: completedAt })
  debt.settle(plan, 'extended', completedAt)
  order.transition('extendOk', completedAt, by.payments)
  Object.assign(row, { state: 'done', paidAt: completedAt, paymentId: id } satisfies Partial<Extension>)
}

/** The price came past the channels: somebody asks for a rollover, and somebody else passes it. */
function rollOver(debt: Debt, plan: PlanAccount, at: Date, random: Random): void {
  const { order } = debt
  const { context } = order
  const day = context.dateOf(at)
  const [maker, checker] = [random.pick(askers), random.pick(managers)]
  const { row, price } = addOffer(debt, plan, at, checker)
  const slip = slipOf(debt, price.repayableMinor, { day, random })
  const reason = 'Price of the extension paid past the channels'
  const askedAt = context.sameDay(at, -random.int(15, 200))
  const filed = fileWriteOff(debt, slip, { type: 'rollover', at: askedAt, maker, reason })
  const extensionMinor = price.feeMinor + price.commissionMinor
  const paymentId = addSlipPayment(debt, slip, { at, operator: checker.name, extensionMinor }, random)
  filed.extensionMinor = price.repayableMinor
  backUp(debt, { filed, slip, maker }, random)
  if (totalOf(price.arrears) > 0) bookToPlan(debt, plan, price.arrears, { id: paymentId, at })
  debt.settle(plan, 'extended', at)
  order.transition('writeOffRollover', at, checker.name, { reason })
  passed(filed, checker, at, { resultState: order.state, lossMinor: 0, paymentId })
  Object.assign(row, { state: 'done', source: 'rollover', paidAt: at, paymentId } satisfies Partial<Extension>)
}

/**
 * Pays what an extension costs, no more and no less. The principal is left to the order that extends this one.
 * @throws Error where the terms do not allow it: a defect of the simulation.
 */
export function extend(debt: Debt, at: Date, random: Random): void {
  const { order } = debt
  const day = order.context.dateOf(at)
  debt.advance(day)
  const verdict = allowed(debt, day)
  if (!verdict.ok) throw new Error(`${verdict.fault} (${order.row.id})`)
  order.context.drawEvenly('extension', ways)(debt, debt.open!, at, random)
}

/**
 * Offers an extension. It is over after its day; today's is open, or its link was sent.
 * @returns whether the terms allow one.
 */
export function quoteExtension(debt: Debt, at: Date, random: Random): boolean {
  const { context } = debt.order
  const day = context.dateOf(at)
  debt.advance(day)
  if (!allowed(debt, day).ok) return false
  const maker = random.pick(askers)
  const offered = addOffer(debt, debt.open!, at, maker)
  if (day < context.today) offered.row.state = 'expired'
  else if (context.drawEvenly('offer of today', sent)) {
    offered.row.state = 'paying'
    sendLink(debt, { ...asking(offered, maker, debt), state: 'open', createdAt: context.sameDay(at, random.int(1, 9)) })
  }
  return true
}

/** Somebody asks today that an extension be taken as paid; nobody has decided yet. Answers whether one was to be had. */
export function askRollover(debt: Debt, at: Date, random: Random): boolean {
  const { context, row } = debt.order
  const day = context.dateOf(at)
  debt.advance(day)
  if (!allowed(debt, day).ok) return false
  const { repayableMinor } = extensionRepayable(debt.open!, row.terms.extension)
  const slip = slipOf(debt, repayableMinor, { day, random })
  const maker = random.pick(askers)
  const filed = fileWriteOff(debt, slip, { type: 'rollover', at, maker, reason: null })
  filed.extensionMinor = repayableMinor
  backUp(debt, { filed, slip, maker }, random)
  leaveOpen(debt)
  return true
}
