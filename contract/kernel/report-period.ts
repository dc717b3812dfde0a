import { addDays, daysBetween, nextMonth } from './calendar.ts'
import type { QueryContext } from './query/context.ts'
import { termsOf } from './query/edit.ts'
import { parse } from './query/parse.ts'
import { print } from './query/print.ts'
import { and, type Condition, type Scalar } from './query/tree.ts'
import type { Report } from './report.ts'
import type { LocalDate } from './values.ts'

/** Period: days from one to another, both included. */
type Period = readonly [first: LocalDate, last: LocalDate]

/** The days that a value of a field of days stands for; null for anything else. */
function daysOf(value: Scalar | null, today: LocalDate): Period | null {
  if (value?.is === 'relative') return [addDays(today, value.days), addDays(today, value.days)]
  if (value?.is === 'month') {
    const first = `${value.month}-01` as LocalDate // the parser took only real months
    return [first, addDays(nextMonth(first), -1)]
  }
  if (value?.is !== 'day') return null
  const day = value.day as LocalDate // likewise
  return [day, day]
}

/** The days between which a condition looks; null where it does not say both ends. */
function periodOf(condition: Condition, today: LocalDate): Period | null {
  if (condition.kind === 'oneOf' && condition.values.length === 1) return daysOf(condition.values[0]!, today)
  if (condition.kind !== 'range') return null
  const [from, to] = [daysOf(condition.from, today), daysOf(condition.to, today)]
  return from && to && from[0] <= to[1] ? [from[0], to[1]] : null
}

const day = (date: LocalDate): Scalar => ({ is: 'day', day: date })

/**
 * The same filter line over as many days before those it looks at, and how many they are; null where it does not say from
 * when to when.
 */
export function periodBefore(
  { by }: Pick<Report, 'by'>,
  q: string,
  { reader, today }: { readonly reader: QueryContext; readonly today: LocalDate },
): { readonly q: string; readonly days: number } | null {
  const terms = termsOf(parse(q, reader).query)
  const [term, ...more] = terms.filter((one) => 'field' in one && one.field === by[0])
  const period = term && more.length === 0 ? periodOf(term, today) : null
  if (!period) return null
  const days = daysBetween(...period) + 1
  const first = addDays(period[0], -days)
  const before: Condition = { kind: 'range', field: by[0]!, from: day(first), to: day(addDays(period[0], -1)) }
  const where = and(terms.map((one) => (one === term ? before : one)))
  return { q: print({ where, sort: [] }, reader), days }
}
