import { exports } from '#contract/exports.ts'
import type { Listing } from '#contract/kernel/list.ts'
import { quoteValue } from '#contract/kernel/query/quote.ts'
import type { Instant, Money } from '#contract/kernel/values.ts'
import { CallFailed, call, nounOf } from '#src/call/call.ts'
import { queryClient, silent } from '#src/call/query-client.ts'
import { language } from '#src/locale/language.ts'
import { worded } from '#src/locale/text.ts'
import type { Grid } from '../define.ts'
import type { Row, RowSource } from './pages.ts'

/** Rows that match `q`, seen as of a moment; without it, now. */
type RowQuery = {
  readonly q: string
  readonly asOf?: Instant
}
/** A value of a field, and how many of the rows that match have it. */
export interface FrequentValue {
  readonly value: string
  readonly label: string
  readonly count: number
}

// A listing that is known at run time only has lost the types of its calls; these are what `list` makes of any row.

/** Rows from one row number on, with some of their fields, as the list stood at `asOf`. */
export const fetchPage = (
  listing: Listing,
  looking: RowQuery & { fields: readonly string[]; from: number; size: number; left?: boolean },
  signal?: AbortSignal,
) => call(listing.sparse, looking, signal && { signal }) as Promise<{ rows: Row[]; asOf: Instant }>

/** The row of an id with all its fields, even if it has left the list; null where there is none. */
export async function fetchRow(listing: Listing, id: string, signal?: AbortSignal): Promise<Row | null> {
  const asked = { q: `id=${quoteValue(id)}`, from: 0, size: 1, left: true }
  const { rows } = (await call(listing, asked, signal && { signal })) as { rows: Row[] }
  return rows[0] ?? null
}

/** How many rows match. */
export const fetchCount = (listing: Listing, looking: RowQuery, signal?: AbortSignal) =>
  call(listing.count, looking, signal && { signal }) as Promise<{ count: number }>

/** What rows come to: how many they are, their amounts by currency, and their numbers where the list adds any up. */
interface Totals {
  readonly count: number
  readonly sums: Readonly<Record<string, readonly Money[]>>
  readonly numbers?: Readonly<Record<string, number>>
}

/** What the rows that match come to. */
export const fetchTotals = (listing: Listing, looking: RowQuery, signal?: AbortSignal) =>
  call(listing.totals, looking, signal && { signal }) as Promise<Totals>

/** The most frequent values of a field among the rows that match. */
export const fetchFrequentValues = (
  listing: Listing,
  looking: RowQuery & { field: string; prefix: string },
  signal?: AbortSignal,
) => call(listing.facet, looking, signal && { signal }) as Promise<{ values: FrequentValue[] }>

/** A key that a field may have, with what it is called. */
export interface FieldKey {
  readonly value: string
  readonly label: string
}

/** The keys that a field is chosen from, by what they are called; null where it is not chosen so. */
export async function fetchFieldKeys({ chooses, listing }: Grid, name: string): Promise<readonly FieldKey[] | null> {
  const under = chooses?.fields[name]
  if (!chooses || under === undefined) return null
  const { of } = listing.fields.find((field) => field.name === name)!
  const queryKey = [nounOf(chooses.of), chooses.of.id, {}]
  const answer = await queryClient.fetchQuery({ queryKey, queryFn: () => call(chooses.of, {}), meta: silent })
  const keys = answer[under] as readonly string[] // as the grid declares it
  const named = keys.map((value) => ({ value, label: worded(of ?? '', value) }))
  return named.toSorted((a, b) => a.label.localeCompare(b.label, language()))
}

/** The ids of the rows between two row numbers, both included. */
export const fetchRange = (listing: Listing, looking: RowQuery & { from: number; to: number }) =>
  call(listing.range, looking) as Promise<{ ids: string[] }>

/** Where a row stands in the list, counted from 0; null where it is not in it. */
export const fetchPlace = (listing: Listing, looking: RowQuery & { id: string }) =>
  call(listing.place, looking) as Promise<{ place: number | null }>

/** Tells that rows were copied with fields that identify people. */
export const recordCopied = ({ id }: Listing, copied: { rows: number; columns: string[] }) =>
  call(exports.copied, { listing: id, ...copied }, { idempotencyKey: crypto.randomUUID() })

/** Whether nobody answered, or the server was in trouble: then trying again may help. */
const passing = (error: unknown): boolean => error instanceof CallFailed && (error.code === 0 || error.code >= 500)

/** The rows of a listing under the canonical, sealed line `q`, with some of their fields. */
export const rowSource = (listing: Listing, q: string, fields: readonly string[]): RowSource => ({
  page: (from, size, asOf, signal) => fetchPage(listing, { q, fields, from, size, ...(asOf && { asOf }) }, signal),
  count: async (signal) => (await fetchCount(listing, { q }, signal)).count,
  isTransient: passing,
})
