import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { RequestContext } from '#server/kernel/base/request-context.ts'
import { type ColumnMapping, elapsedSql, isElapsed, isListedText, isRef } from './column-mapping.ts'
import { compareBy } from './compile-filter.ts'
import { escapeLike } from './escape-like.ts'
import { mustCountByIndex } from './index-guard.ts'
import { pruneJoins } from './prune-joins.ts'
import type { View } from './view.ts'

/** As many values are told. */
const facetMax = 20
/** Kinds whose values say something when counted, and give nothing personal away. */
const countable = ['choice', 'ref', 'text', 'flag', 'count', 'date']

/** Which values of a field are asked for: those whose label begins with `prefix`. */
export interface FacetQuery {
  readonly field: string
  readonly prefix: string
}

interface FacetValue {
  readonly value: string
  readonly label: string
  readonly count: number
}

/** The value of a field as a filter line names it, and as people read it. */
function valueAt(mapping: ColumnMapping, { readContext }: View): { readonly value: SQL; readonly label: SQL } {
  if (isRef(mapping)) return { value: sql`${mapping.id}`, label: sql`${mapping.name}` }
  if (isListedText(mapping)) return { value: sql`each_value`, label: sql`each_value` }
  const value = isElapsed(mapping) ? elapsedSql(mapping, readContext) : compareBy(mapping)
  return { value, label: value }
}

/**
 * The most frequent values of a field among the rows of a view.
 * @throws Refusal `not_countable`; `too_large_to_count` of a long list.
 */
export async function facetOf(
  view: View,
  { field: name, prefix }: FacetQuery,
  call: RequestContext,
): Promise<FacetValue[]> {
  const { listing, source, mappings } = view.context
  const field = listing.fields.find((one) => one.name === name)
  if (!field) throw new Refusal('not_countable', { field: name })
  const noun = listing.id.slice(0, listing.id.indexOf('.'))
  if (!countable.includes(field.kind)) throw new Refusal('not_countable', { field: { vocabulary: noun, value: name } })
  await mustCountByIndex(name, view, call)
  const mapping = mappings[name]!
  const { value, label } = valueAt(mapping, view)
  const each = isListedText(mapping) ? sql`cross join lateral unnest(${mapping.values}) as each_value` : sql``
  const begun = prefix && sql`and ${label}::text ilike ${`${escapeLike(prefix)}%`}`
  return rowsOf<FacetValue & Record<string, unknown>>(
    call.tx,
    sql`select ${value}::text as value, min(${label}::text) as label, count(*)::int as count
        from ${pruneJoins(source, view.where, value, label)} ${each}
        where ${view.where} and ${value} is not null ${begun || sql``}
        group by 1 order by 3 desc, 1 limit ${facetMax}`,
  )
}
