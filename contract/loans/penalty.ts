import { addDays } from '../kernel/calendar.ts'
import { mulPpm } from '../kernel/money.ts'
import type { LocalDate } from '../kernel/values.ts'
import { overdueDays } from './plan.ts'
import type { PenaltyTerms } from './terms.ts'

/** An amount in minor units on a local business date. */
export interface Dated {
  readonly date: LocalDate
  readonly minor: number
}
/** The penalty of one plan for one day overdue. There is at most one for each date. */
export type PenaltyRow = Dated

/** A plan past due, as far as its penalties depend on it. */
export interface Arrears {
  readonly dueDate: LocalDate
  /** As lent. The cap is a part of it. */
  readonly principalMinor: number
  /** Principal, interest and fee as they fell due. */
  readonly dueMinor: number
  /** Principal paid on the plan, by value date; it lowers the penalty of the days after. */
  readonly repaid: readonly Dated[]
  /** The rows there are already. After a back-dated payment: those up to its value date. */
  readonly accrued: readonly PenaltyRow[]
}

const sumOf = (rows: readonly Dated[]): number => rows.reduce((all, { minor }) => all + minor, 0)

const rateOn = (day: number, { tiers }: PenaltyTerms): number =>
  tiers.find(({ toDay }) => toDay === null || day <= toDay)?.ratePpm ?? 0

/** What the rate of that day is taken of: nothing once the principal is paid, whatever the base. */
function baseOn(date: LocalDate, arrears: Arrears, { base }: PenaltyTerms): number {
  const owedMinor = arrears.principalMinor - sumOf(arrears.repaid.filter((payment) => payment.date < date))
  return base === 'originalDue' && owedMinor > 0 ? arrears.dueMinor : owedMinor
}

/**
 * The penalty rows that are missing up to and including `through`, a local business date; none for days that cost
 * nothing. Running it again, or after days without a run, comes to the same rows.
 * Simple, not compounding; each day rounded half up; all together within the cap, of which the last row takes what
 * is left. Ends at the bad-debt day, however late it runs.
 */
export function penaltyRows(arrears: Arrears, through: LocalDate, terms: PenaltyTerms): PenaltyRow[] {
  const days = overdueDays(arrears.dueDate, through)
  if (days <= terms.graceDays) return []
  const known = new Set(arrears.accrued.map(({ date }) => date))
  let leftMinor = mulPpm(arrears.principalMinor, terms.capPpmOfPrincipal) - sumOf(arrears.accrued)
  const rows: PenaltyRow[] = []
  for (let day = 1; day <= Math.min(days, terms.badDebtDays); day++) {
    const date = addDays(arrears.dueDate, day)
    if (known.has(date)) continue
    const minor = Math.min(leftMinor, mulPpm(baseOn(date, arrears, terms), rateOn(day, terms)))
    if (minor > 0) rows.push({ date, minor })
    leftMinor -= minor
  }
  return rows
}
