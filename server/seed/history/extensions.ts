import { addDays, startOfDay } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { total } from '#contract/loans/balance.ts'
import { type ExtensionPrice, extendedDueDate, extensionRepayable, mayExtend } from '#contract/loans/extension.ts'
import { type Member, staffOf } from '../staff.ts'
import type { Debt, Extension, Held } from './debt.ts'
import { sendLink } from './links.ts'
import { by } from './order.ts'
import { book, enterPayment } from './payments.ts'
import type { Random } from './random.ts'
import { slipOf } from './slips.ts'
import { later } from './world.ts'
import { backUp, enterSlip, fileWriteOff, leaveOpen, passed } from './write-offs.ts'

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
function offer(
  debt: Debt,
  plan: Held,
  at: Date,
  maker: Member,
): { readonly row: Extension; readonly price: ExtensionPrice } {
  const { world, row, times } = debt.order
  const day = world.dateOf(at)
  const { extension } = row.terms
  const price = extensionRepayable(plan, extension)
  const { arrears, feeMinor, commissionMinor, repayableMinor } = price
  const offered: Extension = {
    ...{ id: world.book.id('extension', day), state: 'quoted', loanId: row.id, childId: null, currency: row.currency },
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
const asking = ({ row, price }: ReturnType<typeof offer>, { name }: Member, { order: { world } }: Debt) =>
  ({
    ...{ amountMinor: price.repayableMinor, extensionId: row.id, madeBy: name },
    kind: 'extension',
    until: new Date(startOfDay(addDays(row.validUntil, 1), world.country)),
  }) as const

/** The price is paid through the link that was sent. */
function payThroughLink(debt: Debt, plan: Held, at: Date, random: Random): void {
  const { order } = debt
  const { world } = order
  const maker = random.pick(askers)
  const offered = offer(debt, plan, world.sameDay(at, -random.int(5, 120)), maker)
  const { row, price } = offered
  const extensionMinor = price.feeMinor + price.commissionMinor
  const linkId = sendLink(debt, { ...asking(offered, maker, debt), state: 'used', createdAt: row.quotedAt })
  const createdAt = order.move('startPay', at, by.customer)
  const completedAt = world.capped(later(createdAt, random.int(1, 8)))
  const through = { kind: 'extension', channel: 'link', linkId, createdAt, completedAt, extensionMinor } as const
  const id = enterPayment(debt, { amountMinor: price.repayableMinor, state: 'success', ...through }, random)
  if (total(price.arrears) > 0) book(debt, plan, price.arrears, { id, at: completedAt })
  debt.settle(plan, 'extended', completedAt)
  order.move('extendOk', completedAt, by.payments)
  Object.assign(row, { state: 'done', paidAt: completedAt, paymentId: id } satisfies Partial<Extension>)
}

/** The price came past the channels: somebody asks for a rollover, and somebody else passes it. */
function rollOver(debt: Debt, plan: Held, at: Date, random: Random): void {
  const { order } = debt
  const { world } = order
  const day = world.dateOf(at)
  const [maker, checker] = [random.pick(askers), random.pick(managers)]
  const { row, price } = offer(debt, plan, at, checker)
  const slip = slipOf(debt, price.repayableMinor, { day, random })
  const reason = 'Price of the extension paid past the channels'
  const askedAt = world.sameDay(at, -random.int(15, 200))
  const filed = fileWriteOff(debt, slip, { type: 'rollover', at: askedAt, maker, reason })
  const extensionMinor = price.feeMinor + price.commissionMinor
  const paymentId = enterSlip(debt, slip, { at, operator: checker.name, extensionMinor }, random)
  filed.extensionMinor = price.repayableMinor
  backUp(debt, { filed, slip, maker }, random)
  if (total(price.arrears) > 0) book(debt, plan, price.arrears, { id: paymentId, at })
  debt.settle(plan, 'extended', at)
  order.move('writeOffRollover', at, checker.name, { reason })
  passed(filed, checker, at, { resultState: order.state, lossMinor: 0, paymentId })
  Object.assign(row, { state: 'done', source: 'rollover', paidAt: at, paymentId } satisfies Partial<Extension>)
}

/**
 * Pays what an extension costs, no more and no less. The principal is left to the order that extends this one.
 * @throws Error where the terms do not allow it: the story is wrong.
 */
export function extend(debt: Debt, at: Date, random: Random): void {
  const { order } = debt
  const day = order.world.dateOf(at)
  debt.advance(day)
  const verdict = allowed(debt, day)
  if (!verdict.ok) throw new Error(`${verdict.fault} (${order.row.id})`)
  order.world.deal('extension', ways)(debt, debt.open!, at, random)
}

/**
 * Offers an extension. It is over after its day; today's is open, or its link was sent.
 * @returns whether the terms allow one.
 */
export function quoteExtension(debt: Debt, at: Date, random: Random): boolean {
  const { world } = debt.order
  const day = world.dateOf(at)
  debt.advance(day)
  if (!allowed(debt, day).ok) return false
  const maker = random.pick(askers)
  const offered = offer(debt, debt.open!, at, maker)
  if (day < world.today) offered.row.state = 'expired'
  else if (world.deal('offer of today', sent)) {
    offered.row.state = 'paying'
    sendLink(debt, { ...asking(offered, maker, debt), state: 'open', createdAt: world.sameDay(at, random.int(1, 9)) })
  }
  return true
}

/** Somebody asks today that an extension be taken as paid; nobody has decided yet. Answers whether one was to be had. */
export function askRollover(debt: Debt, at: Date, random: Random): boolean {
  const { world, row } = debt.order
  const day = world.dateOf(at)
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
