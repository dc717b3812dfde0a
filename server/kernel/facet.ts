import { type SQL, sql } from 'drizzle-orm'
import { compareBy } from './compile.ts'
import { rowsOf } from './database.ts'
import { type Context, Refusal } from './implement.ts'
import { mustBeCounted } from './indexed.ts'
import { narrowed } from './narrow.ts'
import { isRef, isSince, type Place, sinceSql } from './source.ts'
import type { View } from './view.ts'

/** As many values are told. */
const facetMax = 20
/** Kinds whose values say something when counted, and give nothing personal away. */
const countable = ['choice', 'ref', 'text', 'flag', 'count', 'date']

/** Which values of a field are asked for: those whose label begins with `prefix`. */
export interface Faceted {
  readonly field: string
  readonly prefix: string
}

interface Frequent {
  readonly value: string
  readonly label: string
  readonly count: number
}

/** The value of a field as a filter line names it, and as people read it. */
function valueAt(place: Place, { moment }: View): { readonly value: SQL; readonly label: SQL } {
  if (isRef(place)) return { value: sql`${place.id}`, label: sql`${place.name}` }
  const value = isSince(place) ? sinceSql(place, moment) : compareBy(place)
  return { value, label: value }
}

/**
 * The most frequent values of a field among the rows of a view.
 * @throws Refusal `not_countable`; `too_large_to_count` of a long list.
 */
export async function facetOf(view: View, { field: name, prefix }: Faceted, call: Context): Promise<Frequent[]> {
  const { listing, source, places } = view.context
  const field = listing.fields.find((one) => one.name === name)
  if (!field) throw new Refusal('not_countable', { field: name })
  const noun = listing.id.slice(0, listing.id.indexOf('.'))
  if (!countable.includes(field.kind)) throw new Refusal('not_countable', { field: { vocabulary: noun, value: name } })
  await mustBeCounted(name, view, call)
  const { value, label } = valueAt(places[name]!, view)
  const begun = prefix && sql`and ${label}::text ilike ${`${prefix.replace(/[\\%_]/g, '\\$&')}%`}`
  return rowsOf<Frequent & Record<string, unknown>>(
    call.tx,
    sql`select ${value}::text as value, min(${label}::text) as label, count(*)::int as count
        from ${narrowed(source, view.where, value, label)}
        where ${view.where} and ${value} is not null ${begun || sql``}
        group by 1 order by 3 desc, 1 limit ${facetMax}`,
  )
}
