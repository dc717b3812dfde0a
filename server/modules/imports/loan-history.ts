import { addDays, type Country, startOfDay } from '#contract/kernel/calendar.ts'
import { equalParts } from '#contract/kernel/money.ts'
import type { Instant } from '#contract/kernel/values.ts'
import {
  type Allocation,
  addComponents,
  allocate,
  noComponents,
  outstandingOf,
  type Plan,
  repayable,
  totalOf,
} from '#contract/loans/balance.ts'
import { type LoanEvent, type LoanState, loanCode, loanFlow, resumeEvent } from '#contract/loans/flow.ts'
import { Terms } from '#contract/loans/terms.ts'
import { currencyOf } from './cells.ts'
import { type BookLoan, plansOfTerm, type TermDays } from './csv-schemas.ts'

/** Days between the due dates of an order. */
const periodDays = 30

const termsOf = (tenureDays: TermDays): Terms =>
  Terms.parse({
    serviceRatePpm: 0,
    gstPpm: 0,
    dailyInterestPpm: 0,
    feeMode: 'upfront',
    earlyInterest: 'full',
    coolingOffDays: 0,
    coolingOffRefundsFee: false,
    periods: plansOfTerm[tenureDays],
    daysPerPeriod: periodDays,
    tenureDays,
    penalty: {
      graceDays: 0,
      base: 'outstandingPrincipal',
      tiers: [],
      capPpmOfPrincipal: 0,
      badDebtDays: 90,
      allocationOrder: 'interestFirst',
    },
    extension: {
      enabled: false,
      days: 7,
      fee: { ppm: 0 },
      commissionPpm: 0,
      timesMax: 0,
      minDaysBeforeDue: 0,
      maxOverdueDays: 0,
      chargeInterest: false,
    },
  })

/** What imported orders were lent on: no fee, no penalty, no extension. Their interest is an amount of its own. */
export const importedTerms: Readonly<Record<TermDays, Terms>> = {
  15: termsOf(15),
  30: termsOf(30),
  60: termsOf(60),
  90: termsOf(90),
}

/** Money that came in. */
interface Receipt {
  readonly at: Instant
  readonly amountMinor: number
  readonly allocations: readonly Allocation[]
}
/** A transition that the order made. */
interface LoanTransition {
  readonly from: LoanState | null
  readonly to: LoanState
  readonly event: LoanEvent | 'submit'
  readonly at: Instant
}
/** Everything that happened to an order of a book, from its application to its settlement. */
export interface LoanHistory {
  readonly plans: readonly (Plan & { readonly settledAt: Instant })[]
  readonly receipts: readonly Receipt[]
  readonly transitions: readonly LoanTransition[]
}

/** The instalments as they were asked for: principal and interest in equal parts. */
function plansOf({ amount, totalDue, termDays, firstDueDate }: BookLoan): Plan[] {
  const periods = plansOfTerm[termDays]
  const interests = equalParts(totalDue - amount, periods)
  return equalParts(amount, periods).map((principal, i) => ({
    serial: i + 1,
    dueDate: addDays(firstDueDate, i * periodDays),
    charged: { ...noComponents, interest: interests[i]!, principal },
    paid: noComponents,
    reduced: noComponents,
    discounted: noComponents,
    lost: noComponents,
  }))
}

/** A payment, and the plans before and after it. */
interface BookedPayment {
  readonly before: readonly Plan[]
  readonly after: readonly Plan[]
  readonly receipt: Receipt
}

/** Books a payment of all that `due` ask for. */
function bookPayment(before: readonly Plan[], due: readonly Plan[], at: Instant, country: Country): BookedPayment {
  const amountMinor = repayable(due)
  const allocated = allocate(amountMinor, before, 'interestFirst', currencyOf(country))
  if (!allocated.ok) throw new Error(`${amountMinor} is more than the plans ask for`)
  const allocations = allocated.value
  const after = before.map((plan) => {
    const mine = allocations.find(({ serial }) => serial === plan.serial)
    return mine ? { ...plan, paid: addComponents(plan.paid, mine.paid) } : plan
  })
  return { before, after, receipt: { at, amountMinor, allocations } }
}

/** The transitions that lead from the application to 40, each at the time the book gives or the calendar. */
function transitionsOf(book: BookLoan, payments: readonly BookedPayment[], country: Country): LoanTransition[] {
  const steps: LoanTransition[] = [{ from: null, to: loanCode.reviewing, event: 'submit', at: book.createdAt }]
  const now = () => steps.at(-1)!.to
  const go = (event: LoanEvent, at: Instant) => {
    const to = loanFlow.after(now(), event)
    if (to === undefined) throw new Error(`${event} is not allowed in ${now()}`)
    steps.push({ from: now(), to, event, at })
  }
  const lateFrom = (plans: readonly Plan[]) => {
    const oldest = plans.find((plan) => totalOf(outstandingOf(plan)) > 0)
    return startOfDay(addDays(oldest!.dueDate, 1), country)
  }
  for (const event of ['machinePass', 'disburse', 'disburseOk'] as const) go(event, book.approvedAt)
  payments.forEach(({ before, receipt: { at } }, i) => {
    const late = lateFrom(before)
    if (now() === loanCode.awaitingRepayment && late <= at) go('becomeOverdue', late)
    const cameFrom = now()
    go('startPay', at)
    const next = payments[i + 1]
    if (next) go(resumeEvent(cameFrom, lateFrom(next.before) <= at), at)
  })
  go('settle', book.closedAt)
  return steps
}

/**
 * What happened to an order, as far as its book tells: the first plan was paid with the first repayment, the others
 * when it was closed.
 */
export function historyOf(book: BookLoan, country: Country): LoanHistory {
  const charged = plansOf(book)
  const first = bookPayment(charged, charged.slice(0, 1), book.firstRepaidAt, country)
  const rest = bookPayment(first.after, first.after.slice(1), book.closedAt, country)
  const payments = [first, rest].filter(({ receipt }) => receipt.amountMinor > 0)
  const settledAt = (serial: number) => (serial === 1 ? book.firstRepaidAt : book.closedAt)
  return {
    plans: rest.after.map((plan) => ({ ...plan, settledAt: settledAt(plan.serial) })),
    receipts: payments.map(({ receipt }) => receipt),
    transitions: transitionsOf(book, payments, country),
  }
}
