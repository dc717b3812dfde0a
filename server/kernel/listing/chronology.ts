import { addDays } from '#contract/kernel/calendar.ts'
import { termsOf } from '#contract/kernel/query/edit.ts'
import { and, type Condition, type Query, type Scalar, type Term } from '#contract/kernel/query/tree.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { FilterContext } from './compile-filter.ts'
import { orderOf } from './keyset.ts'

/** The last day that a condition on a moment allows; null where it allows any. */
function lastOf(term: Term): Scalar | null {
  switch (term.kind) {
    case 'compare':
      return term.operator.startsWith('<') ? term.value : null
    case 'range':
      return term.to
    case 'oneOf':
      return term.values.length === 1 ? term.values[0]! : null
    default:
      return null
  }
}

/** The day after: clocks of servers differ, and are put back, by less than a day. */
function dayAfter(last: Scalar | null): Scalar | null {
  if (last?.is === 'relative') return { ...last, days: last.days + 1 }
  return last?.is === 'day' ? { ...last, day: addDays(last.day as LocalDate, 1) } : null // as the line was read
}

/** What a condition on a moment says of `field`, an earlier one of the same row: it is over when the later one must be. */
function endOf(term: Term, field: string): Term | null {
  const to = dayAfter(lastOf(term))
  return to && { kind: 'range', field, from: null, to }
}

/**
 * Implied condition: what a filter on later moments of a row says of the one by which the latest come first. An index of
 * that order then begins where rows may match, instead of reading all that came since. Null where it says nothing.
 */
export function impliedBound(
  query: Query,
  { listing, source }: Pick<FilterContext, 'listing' | 'source'>,
): Condition | null {
  const { field, descending } = query.sort[0] ?? orderOf(listing.order)
  const at = source.chronology?.indexOf(field) ?? -1
  if (at < 0 || !descending) return null
  const later = source.chronology!.slice(at + 1)
  const ends = termsOf(query).flatMap((part) =>
    'field' in part && later.includes(part.field) ? (endOf(part, field) ?? []) : [],
  )
  return and(ends)
}
