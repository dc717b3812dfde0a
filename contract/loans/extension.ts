import { addDays, daysBetween } from '../kernel/calendar.ts'
import { ok, refused, type Verdict } from '../kernel/fault.ts'
import { mulPpm } from '../kernel/money.ts'
import { type LocalDate, Rate } from '../kernel/values.ts'
import { type Components, outstandingOf, type Plan, type PlanBalance, totalOf } from './balance.ts'
import { overdueDays, schedule } from './plan.ts'
import { quote } from './quote.ts'
import type { ExtensionTerms, Terms } from './terms.ts'

/** Price of an extension (rollover) today, and what it is for. */
export interface ExtensionPrice {
  /** Penalty, fee and interest still owed, to be paid on the order that is extended; its principal is not. */
  readonly arrears: Components
  readonly feeMinor: number
  readonly commissionMinor: number
  /** What has to be paid, exactly. */
  readonly repayableMinor: number
}

/** The price of extending a plan: all it asks for but the principal, and fee and commission on that principal. */
export function extensionRepayable(account: PlanBalance, { fee, commissionPpm }: ExtensionTerms): ExtensionPrice {
  const { principal, ...rest } = outstandingOf(account)
  const arrears = { ...rest, principal: 0 }
  const feeMinor = 'ppm' in fee ? mulPpm(principal, fee.ppm) : fee.fixedMinor
  const commissionMinor = mulPpm(principal, commissionPpm)
  return { arrears, feeMinor, commissionMinor, repayableMinor: totalOf(arrears) + feeMinor + commissionMinor }
}

/** An order about to be extended: its plans, and how often the debt was extended before, all parents counted. */
export interface ExtensionRequest {
  readonly plans: readonly Plan[]
  readonly times: number
}

/** Whether the debt may be extended on `today`, a local business date. */
export function mayExtend({ plans, times }: ExtensionRequest, today: LocalDate, terms: ExtensionTerms): Verdict {
  const open = plans.filter((plan) => totalOf(outstandingOf(plan)) > 0)
  const [plan] = open
  if (!terms.enabled) return refused('extension_off')
  if (!plan || open.length > 1) return refused('extension_needs_one_plan', { open: open.length })
  if (outstandingOf(plan).principal === 0) return refused('extension_without_principal')
  if (times >= terms.timesMax) return refused('extension_too_often', { max: terms.timesMax })
  if (daysBetween(today, plan.dueDate) > terms.minDaysBeforeDue) {
    return refused('extension_too_early', { from: addDays(plan.dueDate, -terms.minDaysBeforeDue) })
  }
  if (overdueDays(plan.dueDate, today) > terms.maxOverdueDays) {
    return refused('extension_too_late', { until: addDays(plan.dueDate, terms.maxOverdueDays) })
  }
  return ok
}

/** From when the days won are counted: the due date, or the day of payment where that is later. */
const extendsFrom = (dueDate: LocalDate, paidOn: LocalDate): LocalDate => (paidOn > dueDate ? paidOn : dueDate)

/** The new due date of a plan extended by a payment on `paidOn`. */
export const extendedDueDate = (dueDate: LocalDate, paidOn: LocalDate, { days }: ExtensionTerms): LocalDate =>
  addDays(extendsFrom(dueDate, paidOn), days)

const free = Rate.parse(0)

/** The terms a child order lives by: those of its parent, for one period and without a service fee. */
export const childTerms = (terms: Terms): Terms => ({
  ...terms,
  serviceRatePpm: free,
  dailyInterestPpm: terms.extension.chargeInterest ? terms.dailyInterestPpm : free,
  coolingOffDays: 0,
  periods: 1,
  daysPerPeriod: terms.extension.days,
  tenureDays: terms.extension.days,
})

/** The order in which an extended debt lives on. */
export interface ChildOrder {
  readonly amountMinor: number
  /** Nothing is paid out. */
  readonly receivedMinor: 0
  readonly terms: Terms
  readonly plan: Plan
}

/** The child order of a plan extended by a payment on `paidOn`: it owes the principal that its parent did. */
export function childOrderOf(parent: Plan, paidOn: LocalDate, parentTerms: Terms): ChildOrder {
  const amountMinor = outstandingOf(parent).principal
  const terms = childTerms(parentTerms)
  const [plan] = schedule(quote(amountMinor, terms), extendsFrom(parent.dueDate, paidOn))
  return { amountMinor, receivedMinor: 0, terms, plan: plan! }
}
