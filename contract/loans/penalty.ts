import { addDays } from '../kernel/calendar.ts'
import { mulPpm } from '../kernel/money.ts'
import type { LocalDate } from '../kernel/values.ts'
import { overdueDays } from './plan.ts'
import type { PenaltyTerms } from './terms.ts'

/** An amount in minor units on a local business date. */
export interface DatedAmount {
  readonly date: LocalDate
  readonly minor: number
}
/** The penalty of one plan for one day overdue. There is at most one for each date. */
export type PenaltyRow = DatedAmount

/** A plan past due, as far as its penalties depend on it. */
export interface OverduePlan {
  readonly dueDate: LocalDate
  /** As lent. The cap is a part of it. */
  readonly principalMinor: number
  /** Principal, interest and fee as they fell due. */
  readonly dueMinor: number
  /** Principal paid on the plan, by value date; it lowers the penalty of the days after. */
  readonly repaid: readonly DatedAmount[]
  /** The rows there are already. After a back-dated payment: those up to its value date. */
  readonly accrued: readonly PenaltyRow[]
}

const sumOf = (rows: readonly DatedAmount[]): number => rows.reduce((all, { minor }) => all + minor, 0)

const rateOn = (day: number, { tiers }: PenaltyTerms): number =>
  tiers.find(({ toDay }) => toDay === null || day <= toDay)?.ratePpm ?? 0

/** What the rate of that day is taken of: nothing once the principal is paid, whatever the base. */
function baseOn(date: LocalDate, arrears: Omit<OverduePlan, 'accrued'>, { base }: PenaltyTerms): number {
  const owedMinor = arrears.principalMinor - sumOf(arrears.repaid.filter((payment) => payment.date < date))
  return base === 'originalDue' && owedMinor > 0 ? arrears.dueMinor : owedMinor
}

type Owing = Omit<OverduePlan, 'accrued'>

/** What these days overdue cost one after the other, out of what is left of the cap. */
function charge(days: readonly number[], owing: Owing, leftMinor: number, terms: PenaltyTerms): PenaltyRow[] {
  let left = leftMinor
  const rows: PenaltyRow[] = []
  for (const day of days) {
    const date = addDays(owing.dueDate, day)
    const minor = Math.min(left, mulPpm(baseOn(date, owing, terms), rateOn(day, terms)))
    if (minor > 0) rows.push({ date, minor })
    left -= minor
  }
  return rows
}

/** The days overdue from one to another, both included. */
const daysFrom = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
const capOf = ({ principalMinor }: Pick<Owing, 'principalMinor'>, { capPpmOfPrincipal }: PenaltyTerms): number =>
  mulPpm(principalMinor, capPpmOfPrincipal)

/** Whether a plan is within its days of grace on a day: settled by money of that day it costs no penalty at all. */
export const withinGrace = (dueDate: LocalDate, day: LocalDate, { graceDays }: PenaltyTerms): boolean =>
  overdueDays(dueDate, day) <= graceDays

/** How many days overdue have been charged by `through`: none within the days of grace, none after bad debt. */
const chargedDays = ({ dueDate }: Owing, through: LocalDate, terms: PenaltyTerms): number =>
  withinGrace(dueDate, through, terms) ? 0 : Math.min(overdueDays(dueDate, through), terms.badDebtDays)

/**
 * The last day that the plans of an order are charged for by `through`: with the bad-debt day of the plan due first the
 * whole debt is bad, the plans behind it too, whenever somebody gets round to calling it so.
 */
export function lastChargedDay(oldestDue: LocalDate, through: LocalDate, { badDebtDays }: PenaltyTerms): LocalDate {
  const badDebtDay = addDays(oldestDue, badDebtDays)
  return badDebtDay < through ? badDebtDay : through
}

/**
 * Penalty accrual (late fees): the rows that are missing up to and including `through`, a local business date; none for
 * days that cost nothing. Idempotent: running it again, or after days without a run, comes to the same rows.
 * Simple, not compounding; each day rounded half up; all together within the cap, of which the last row takes what
 * is left. Ends at the bad-debt day, however late it runs.
 */
export function penaltyRows(arrears: OverduePlan, through: LocalDate, terms: PenaltyTerms): PenaltyRow[] {
  const known = new Set(arrears.accrued.map(({ date }) => date))
  const days = daysFrom(1, chargedDays(arrears, through, terms))
  const missing = days.filter((day) => !known.has(addDays(arrears.dueDate, day)))
  return charge(missing, arrears, capOf(arrears, terms) - sumOf(arrears.accrued), terms)
}

/** What a plan was charged so far: how much, and the last day that it was charged for. */
export interface AccruedPenalty {
  readonly minor: number
  readonly through: LocalDate | null
}

/** `penaltyRows` where the rows there are need not be read: those behind the last day that was charged for. */
export function nextPenalties(
  owing: Owing,
  accrued: AccruedPenalty,
  through: LocalDate,
  terms: PenaltyTerms,
): PenaltyRow[] {
  const first = accrued.through ? overdueDays(owing.dueDate, accrued.through) + 1 : 1
  const days = daysFrom(first, chargedDays(owing, through, terms))
  return charge(days, owing, capOf(owing, terms) - accrued.minor, terms)
}

/** One day overdue as it was charged, with all up to it. */
export interface PenaltyDay extends PenaltyRow {
  /** How many days past due it was. */
  readonly day: number
  readonly ratePpm: number
  readonly sumMinor: number
  /** Whether nothing more may be charged. */
  readonly capped: boolean
}

/** What a plan was charged for each day, in the order of days: at which rate, and what it came to by then. */
export function penaltyDays(
  owing: Pick<Owing, 'dueDate' | 'principalMinor'>,
  charged: readonly PenaltyRow[],
  terms: PenaltyTerms,
): PenaltyDay[] {
  const capMinor = capOf(owing, terms)
  let sumMinor = 0
  return charged
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .map(({ date, minor }) => {
      sumMinor += minor
      const day = overdueDays(owing.dueDate, date)
      return { date, day, minor, sumMinor, ratePpm: rateOn(day, terms), capped: sumMinor >= capMinor }
    })
}

/** The most that all penalties of a plan come to. */
export const penaltyCap = (principalMinor: number, terms: PenaltyTerms): number => capOf({ principalMinor }, terms)
