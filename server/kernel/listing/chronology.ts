import { and, type Condition, type Query, type Term } from '#contract/kernel/query/tree.ts'
import type { FilterContext } from './compile-filter.ts'
import { orderOf } from './keyset.ts'

/** What a condition on a moment says of `field`, an earlier one of the same row: it is over before the later one must be. */
function endOf(term: Term, field: string): Term | null {
  switch (term.kind) {
    case 'compare':
      return term.operator.startsWith('<') ? { ...term, field } : null
    case 'range':
      return term.to && { ...term, field, from: null }
    case 'oneOf':
      return term.values.length === 1 ? { kind: 'range', field, from: null, to: term.values[0]! } : null
    default:
      return null
  }
}

/**
 * Implied condition: what a filter on later moments of a row says of the one by which the latest come first. An index of
 * that order then begins where rows may match, instead of reading all that came since. Null where it says nothing.
 */
export function impliedBound(
  { where, sort }: Query,
  { listing, source }: Pick<FilterContext, 'listing' | 'source'>,
): Condition | null {
  const { field, descending } = sort[0] ?? orderOf(listing.order)
  const at = source.chronology?.indexOf(field) ?? -1
  if (at < 0 || !descending) return null
  const later = source.chronology!.slice(at + 1)
  const parts = where?.kind === 'and' ? where.of : where ? [where] : []
  const ends = parts.flatMap((part) =>
    'field' in part && later.includes(part.field) ? (endOf(part, field) ?? []) : [],
  )
  return and(ends)
}
