import { type SQL, sql } from 'drizzle-orm'
import type { Order, Query } from '#contract/kernel/query/tree.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { type ColumnMapping, caseWhenRankSql, isCaseWhen, isElapsed } from './column-mapping.ts'
import { compareBy, type FilterContext } from './compile-filter.ts'

/** One part of an order: what is compared, which way, and whether it can be missing. Missing values come last. */
interface OrderTerm {
  readonly by: SQL
  readonly descending: boolean
  readonly nullable: boolean
  /** Missing values come first: the order is read from its end. */
  readonly nullsFirst?: boolean
}

/** A place in an order: the values of its parts there, the id last. Moments and dates as text. */
export type KeysetKey = readonly (string | number | null)[]

/** Bookmark: a place in a view, how many rows there are up to a key, the row of the key among them. */
export interface Bookmark {
  readonly place: number
  readonly key: KeysetKey
}

/** An order as declarations have it: a field, or `-` and a field for largest first. */
export const orderOf = (declared: string): Order => ({
  field: declared.replace('-', ''),
  descending: declared.startsWith('-'),
})

/** What a field is sorted by. A choice that follows from others goes by the order in which its values are declared. */
const sortBy = (mapping: ColumnMapping): SQL => (isCaseWhen(mapping) ? caseWhenRankSql(mapping) : compareBy(mapping))

/** Sort order of a query, or the listing's own where it names none; it always ends in the id, so that no two rows tie. */
export function orderTermsOf({ sort }: Query, { listing, source, mappings }: FilterContext): readonly OrderTerm[] {
  const parts = (sort.length > 0 ? sort : [orderOf(listing.order)]).map(({ field, descending }): OrderTerm => {
    if (!listing.sort.includes(field)) throw new Refusal('not_sortable', { field })
    const { nullable } = listing.fields.find(({ name }) => name === field)!
    const place = mappings[field]!
    // the time since a date grows as the date gets older
    return { by: sortBy(place), descending: isElapsed(place) ? !descending : descending, nullable }
  })
  return [...parts, { by: sql`${source.table.id}`, descending: parts.at(-1)!.descending, nullable: false }]
}

/** `order by` for these parts. Only what can be missing says where it goes; the rest is served by an index that leaves it at that as well. */
export const orderBy = (parts: readonly OrderTerm[]): SQL =>
  sql.join(
    parts.map(({ by, descending, nullable, nullsFirst }) => {
      const way = descending ? sql`desc` : sql`asc`
      const missing = nullsFirst ? sql`first` : sql`last`
      return nullable ? sql`${by} ${way} nulls ${missing}` : sql`${by} ${way}`
    }),
    sql`, `,
  )

/** The same order from its end; only rows are read in it, nothing seeks in it. */
export const reversed = (parts: readonly OrderTerm[]): readonly OrderTerm[] =>
  parts.map((part) => ({ ...part, descending: !part.descending, nullsFirst: !part.nullsFirst }))

/** The columns that tell the key of a row. */
export const keyColumns = (parts: readonly OrderTerm[]): SQL =>
  sql.join(
    parts.map(({ by }, i) => sql`${by} as ${sql.identifier(`key ${i}`)}`),
    sql`, `,
  )
/** The key of a row that was read with `keyColumns`. */
export const keyOf = (stored: Record<string, unknown>, parts: readonly OrderTerm[]): KeysetKey =>
  parts.map((_, i) => stored[`key ${i}`] as KeysetKey[number]) // what the driver gives for ids, amounts and moments

const isAfter = ({ by, descending, nullable }: OrderTerm, value: KeysetKey[number]): SQL => {
  if (value === null) return sql`false`
  const further = descending ? sql`${by} < ${value}` : sql`${by} > ${value}`
  return nullable ? sql`(${further} or ${by} is null)` : further
}
const isEqual = ({ by }: OrderTerm, value: KeysetKey[number]): SQL =>
  value === null ? sql`${by} is null` : sql`${by} = ${value}`

/**
 * Seek condition: only rows behind `key` in this order. The first part stands alone in front, so that an index can start there instead
 * of reading from the beginning. It has to come first among the conditions: where others bound the same column, PostgreSQL
 * starts at what it was told first, unless it can compare them.
 */
export function keysetAfter(parts: readonly OrderTerm[], key: KeysetKey): SQL {
  const [first] = parts
  const uniform = parts.every(({ nullable, descending }) => !nullable && descending === first!.descending)
  if (uniform) {
    const left = sql.join(
      parts.map(({ by }) => by),
      sql`, `,
    )
    const right = sql.join(
      key.map((value) => sql`${value}`),
      sql`, `,
    )
    const sign = sql.raw(first!.descending ? '<' : '>')
    return sql`${first!.by} ${sign}= ${key[0]} and (${left}) ${sign} (${right})`
  }
  const ways = parts.map((part, i) => {
    const equal = parts.slice(0, i).map((one, j) => isEqual(one, key[j]!))
    return sql`(${sql.join([...equal, isAfter(part, key[i]!)], sql` and `)})`
  })
  const start = sql`(${isEqual(first!, key[0]!)} or ${isAfter(first!, key[0]!)})`
  return sql`${start} and (${sql.join(ways, sql` or `)})`
}
