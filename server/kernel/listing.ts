import { sql } from 'drizzle-orm'
import { type Listing, rangeMax } from '#contract/kernel/list.ts'
import type { PageId } from '#contract/menu.ts'
import { compareBy } from './compile.ts'
import { type Db, rowsOf } from './database.ts'
import { countOf, idsAt, pageAt } from './deep.ts'
import { exportFile, type Wanted } from './export.ts'
import { type Faceted, facetOf } from './facet.ts'
import { type Context, Refusal } from './implement.ts'
import { narrowed } from './narrow.ts'
import { behind, keyColumns, keyOf, partsOf } from './seek.ts'
import { isAmount, type Source } from './source.ts'
import { type Chosen, chosen, type Looking, type View, viewOf } from './view.ts'

type Stored = Record<string, unknown>

async function totals(tx: Db, { context: { listing, source, places }, where }: View) {
  const amounts = listing.sums.map((name) => ({ name, place: places[name]! })).filter(({ place }) => isAmount(place))
  const currency = amounts[0] && isAmount(amounts[0].place) ? amounts[0].place.currency : sql`''`
  const sums = amounts.map(({ name, place }) => sql`, sum(${compareBy(place)})::bigint as ${sql.identifier(name)}`)
  const from = narrowed(source, where, sql`${currency}`, ...sums)
  const groups = await rowsOf<Stored & { count: number; currency: string }>(
    tx,
    sql`select count(*)::int as count, ${currency} as currency ${sql.join(sums)} from ${from} where ${where} group by 2`,
  )
  return {
    count: groups.reduce((count, group) => count + group.count, 0),
    sums: Object.fromEntries(
      amounts.map(({ name }) => [name, groups.map((group) => ({ minor: group[name] ?? 0, currency: group.currency }))]),
    ),
  }
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
  const later = behind(parts, keyOf(row, parts))
  const [counted] = await rowsOf<{ total: number; later: number }>(
    tx,
    sql`select count(*)::int as total, count(*) filter (where ${later})::int as later
        from ${narrowed(source, view.where, later)} where ${view.where}`,
  )
  return counted!.total - counted!.later - 1
}

type ExportInput = Looking & Chosen & Wanted
type Input = Looking & Faceted & { from: number; to: number; size: number; id: string }

/** Whether somebody may read the personal data of a listing in full. */
export const mayUnmask = ({ may }: Listing, { actor }: Pick<Context, 'actor'>): boolean =>
  actor.may(`${may as PageId}.reveal`) // a listing belongs to one page

/** What of a listing goes into a file. `unmasked`: with personal data in full, as far as whoever asks for it may. */
type ToExport = Looking & Chosen & { readonly unmasked?: boolean | undefined }

/** The rows of a listing that go into a file, seen by whoever asks for it. */
export async function viewToExport(listing: Listing, source: Source, input: ToExport, call: Context) {
  const seen = await viewOf(listing, source, input, call)
  const unmasked = input.unmasked === true && mayUnmask(listing, call)
  return { ...seen, moment: { ...seen.moment, unmasked }, where: sql`${seen.where} and ${chosen(source, input)}` }
}

/** What the calls of a listing answer. */
export function answersOf(listing: Listing, source: Source) {
  const view = (input: Looking, call: Context) => viewOf(listing, source, input, call)
  return {
    async page(input: Input, call: Context) {
      const seen = await view(input, call)
      const rows = await pageAt(call.tx, { view: seen, ground: call.ground }, input.from, input.size)
      return { rows, asOf: seen.asOf }
    },
    async count(input: Input, call: Context) {
      return { count: await countOf(call.tx, { view: await view(input, call), ground: call.ground }) }
    },
    totals: async (input: Input, call: Context) => totals(call.tx, await view(input, call)),
    facet: async (input: Input, call: Context) => ({ values: await facetOf(await view(input, call), input, call) }),
    async range(input: Input, call: Context) {
      const seen = await view(input, call)
      const size = input.to - input.from + 1
      if (size < 1 || size > rangeMax) throw new Refusal('range_too_long', { max: rangeMax })
      return { ids: await idsAt(call.tx, { view: seen, ground: call.ground }, input.from, size) }
    },
    place: async (input: Input, call: Context) => ({
      place: await placeOf(call.tx, await view(input, call), input.id),
    }),
    export: async (input: ExportInput, call: Context) =>
      exportFile(await viewToExport(listing, source, input, call), input, call),
  }
}
