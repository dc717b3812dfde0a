import { sql } from 'drizzle-orm'
import { type Listing, rangeMax } from '#contract/kernel/list.ts'
import { compareBy } from './compile.ts'
import { type Db, rowsOf } from './database.ts'
import { exportFile, type Wanted } from './export.ts'
import { type Context, Refusal } from './implement.ts'
import { behind, keyColumns, keyOf, orderBy, partsOf } from './seek.ts'
import { isAmount, isRef, type Source } from './source.ts'
import { type Chosen, chosen, type Looking, rowsFrom, type View, viewOf } from './view.ts'

type Stored = Record<string, unknown>

async function totals(tx: Db, { context: { listing, source, places }, where }: View) {
  const amounts = listing.sums.map((name) => ({ name, place: places[name]! })).filter(({ place }) => isAmount(place))
  const currency = amounts[0] && isAmount(amounts[0].place) ? amounts[0].place.currency : sql`''`
  const sums = amounts.map(({ name, place }) => sql`, sum(${compareBy(place)})::bigint as ${sql.identifier(name)}`)
  const groups = await rowsOf<Stored & { count: number; currency: string }>(
    tx,
    sql`select count(*)::int as count, ${currency} as currency ${sql.join(sums)} from ${source.from} where ${where} group by 2`,
  )
  return {
    count: groups.reduce((count, group) => count + group.count, 0),
    sums: Object.fromEntries(
      amounts.map(({ name }) => [name, groups.map((group) => ({ minor: group[name] ?? 0, currency: group.currency }))]),
    ),
  }
}

const facetMax = 20
/** Kinds whose values say something when counted, and give nothing personal away. */
const countable = ['choice', 'ref', 'text', 'flag', 'count', 'date', 'tags']

async function facet(tx: Db, view: View, name: string, prefix: string) {
  const { listing, source, places } = view.context
  const field = listing.fields.find((one) => one.name === name)
  if (!field || !countable.includes(field.kind)) throw new Refusal('not_countable', { field: name })
  const place = places[name]!
  const value = isRef(place) ? place.id : compareBy(place)
  const label = isRef(place) ? place.name : value
  const begins = `${prefix.replace(/[\\%_]/g, '\\$&')}%`
  return rowsOf<{ value: string; label: string; count: number }>(
    tx,
    sql`select ${value}::text as value, min(${label}::text) as label, count(*)::int as count from ${source.from}
        where ${view.where} and ${value} is not null and ${label}::text ilike ${begins}
        group by 1 order by 3 desc, 1 limit ${facetMax}`,
  )
}

/** The ids of a view's rows, in its order. */
async function idsOf(tx: Db, { query, context, where }: View, limit: number, offset: number): Promise<string[]> {
  const { source } = context
  const order = orderBy(partsOf(query, context))
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`select ${source.table.id} as id from ${source.from} where ${where} order by ${order} limit ${limit} offset ${offset}`,
  )
  return rows.map(({ id }) => id)
}

/** The place of a row in a view's order: how many rows come before it. */
async function placeOf(tx: Db, view: View, id: string): Promise<number | null> {
  const { source } = view.context
  const parts = partsOf(view.query, view.context)
  const [row] = await rowsOf<Stored>(
    tx,
    sql`select ${keyColumns(parts)} from ${source.from} where ${view.where} and ${source.table.id} = ${id}`,
  )
  if (!row) return null
  const [counted] = await rowsOf<{ total: number; later: number }>(
    tx,
    sql`select count(*)::int as total, count(*) filter (where ${behind(parts, keyOf(row, parts))})::int as later
        from ${source.from} where ${view.where}`,
  )
  return counted!.total - counted!.later - 1
}

type ExportInput = Looking & Chosen & Wanted
type Input = Looking & { from: number; to: number; size: number; field: string; prefix: string; id: string }

/** The rows of a listing that go into a file, seen by whoever asks for it. */
export async function viewToExport(listing: Listing, source: Source, input: Looking & Chosen, call: Context) {
  const seen = await viewOf(listing, source, input, call)
  return { ...seen, where: sql`${seen.where} and ${chosen(source, input)}` }
}

/** What the calls of a listing answer. */
export function answersOf(listing: Listing, source: Source) {
  const view = (input: Looking, call: Context) => viewOf(listing, source, input, call)
  return {
    async page(input: Input, call: Context) {
      const seen = await view(input, call)
      const { rows } = await rowsFrom(call.tx, seen, input.size, { offset: input.from })
      return { rows, asOf: seen.asOf }
    },
    async count(input: Input, call: Context) {
      const { where } = await view(input, call)
      const [row] = await rowsOf<{ count: number }>(
        call.tx,
        sql`select count(*)::int as count from ${source.from} where ${where}`,
      )
      return { count: row!.count }
    },
    totals: async (input: Input, call: Context) => totals(call.tx, await view(input, call)),
    facet: async (input: Input, call: Context) => ({
      values: await facet(call.tx, await view(input, call), input.field, input.prefix),
    }),
    async range(input: Input, call: Context) {
      const seen = await view(input, call)
      const size = input.to - input.from + 1
      if (size < 1 || size > rangeMax) throw new Refusal('range_too_long', { max: rangeMax })
      return { ids: await idsOf(call.tx, seen, size, input.from) }
    },
    place: async (input: Input, call: Context) => ({
      place: await placeOf(call.tx, await view(input, call), input.id),
    }),
    export: async (input: ExportInput, call: Context) =>
      exportFile(await viewToExport(listing, source, input, call), input, call),
  }
}
