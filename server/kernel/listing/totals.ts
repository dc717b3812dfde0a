import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { isAmount } from './column-mapping.ts'
import { compareBy } from './compile-filter.ts'
import { keyColumns, keyOf, keysetAfter, orderTermsOf } from './keyset.ts'
import { pruneJoins } from './prune-joins.ts'
import { hasId } from './source.ts'
import type { View } from './view.ts'

type StoredRow = Record<string, unknown>

/** Numbers added up over groups: they have no currency. */
const numbersIn = (groups: readonly StoredRow[], names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, groups.reduce((sum, group) => sum + Number(group[name] ?? 0), 0)]))

/** Totals of a view: its count, the sums of its amounts per currency, and those of its numbers where it has any. */
export async function totalsOf(tx: Db, { context: { listing, source, mappings }, where }: View) {
  const amounts = listing.sums.flatMap((name) => {
    const place = mappings[name]!
    return isAmount(place) ? [{ name, place }] : []
  })
  const counts = listing.sums.filter((name) => !isAmount(mappings[name]!))
  const currency = amounts[0]?.place.currency ?? sql`''`
  const sums = [
    ...amounts.map(({ name, place }) => [name, sql`${place.counted ?? place.minor}`] as const),
    ...counts.map((name) => [name, compareBy(mappings[name]!)] as const),
  ].map(([name, summed]) => sql`, sum(${summed})::bigint as ${sql.identifier(name)}`)
  const statement = sql`select count(*)::int as count, ${currency} as currency ${sql.join(sums)}
    from ${pruneJoins(source, where, sql`${currency}`, ...sums)} where ${where} group by 2`
  const groups = await rowsOf<StoredRow & { count: number; currency: string | null }>(tx, statement)
  // rows without an amount have no currency: they are counted, and add up to nothing
  const priced = groups.filter((group) => group.currency !== null)
  return {
    count: groups.reduce((count, group) => count + group.count, 0),
    sums: Object.fromEntries(
      amounts.map(({ name }) => [name, priced.map((group) => ({ minor: group[name] ?? 0, currency: group.currency }))]),
    ),
    ...(counts.length > 0 && { numbers: numbersIn(groups, counts) }),
  }
}

/** The place of a row in a view's order: how many rows come before it. */
export async function placeOf(tx: Db, view: View, id: string): Promise<number | null> {
  const { source } = view.context
  const parts = orderTermsOf(view.query, view.context)
  const [row] = await rowsOf<StoredRow>(
    tx,
    sql`select ${keyColumns(parts)} from ${source.from} where ${view.where} and ${hasId(source, [id])}`,
  )
  if (!row) return null
  const later = keysetAfter(parts, keyOf(row, parts))
  const [counted] = await rowsOf<{ total: number; later: number }>(
    tx,
    sql`select count(*)::int as total, count(*) filter (where ${later})::int as later
        from ${pruneJoins(source, view.where, later)} where ${view.where}`,
  )
  return counted!.total - counted!.later - 1
}
