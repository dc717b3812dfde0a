import { type SQL, sql } from 'drizzle-orm'
import type { Listing } from '#contract/kernel/list.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import type { Condition } from '#contract/kernel/query/tree.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { RequestContext } from '#server/kernel/base/request-context.ts'
import { type ColumnMapping, type Expression, isAmount, isSummedNumber } from './column-mapping.ts'
import { compareBy, compileFilter } from './compile-filter.ts'
import { pruneJoins } from './prune-joins.ts'
import type { Source } from './source.ts'
import { type ReportRows, rowsToReport } from './summarized.ts'
import { viewOf } from './view.ts'

/** How many rows meet a condition. */
export function countOf(condition: Condition | null, { context, weight }: ReportRows): SQL {
  const met = compileFilter(condition, context)
  return weight ? sql`coalesce(sum(${weight}) filter (where ${met}), 0)::int` : sql`count(*) filter (where ${met})::int`
}

/** The column that an amount, in minor units, or a number is added up by. */
function summedBy(mapping: ColumnMapping): Expression {
  if (isAmount(mapping)) return mapping.counted ?? mapping.minor
  return isSummedNumber(mapping) ? mapping.summed : compareBy(mapping)
}

/** What an amount, in minor units, or a number of the rows that meet a condition comes to. */
export function sumOf(field: string, condition: Condition | null, { context }: ReportRows): SQL {
  const summed = summedBy(context.mappings[field]!)
  return sql`coalesce(sum(${summed}) filter (where ${compileFilter(condition, context)}), 0)::bigint`
}

/** Aggregate: a filter line, whose rows are counted, and the amount of theirs that is summed. */
export interface AggregateLine {
  readonly query: string
  readonly sum?: string | undefined
}
/** How many rows that is, and their sum in minor units; null where nothing is summed. */
export interface AggregateResult {
  readonly rows: number
  readonly minor: number | null
}

interface Aggregated {
  readonly listing: Listing
  readonly source: Source
}

/** Counts and sums of filter lines by one statement, in their order. */
async function aggregatesAtOnce(
  { listing, source }: Aggregated,
  lines: readonly AggregateLine[],
  call: RequestContext,
): Promise<AggregateResult[]> {
  if (lines.length === 0) return []
  const view = await viewOf(listing, source, { q: '' }, call)
  const conditions = lines.map(({ query }) => parse(query, view.context.reader).query.where)
  const sums = lines.flatMap(({ sum }) => sum ?? [])
  const rows = rowsToReport(view, { query: view.query, conditions, sums })
  const columns = lines.flatMap(({ sum }, i) => {
    const condition = conditions[i] ?? null
    const count = sql`${countOf(condition, rows)} as ${sql.identifier(`rows${i}`)}`
    return sum === undefined ? [count] : [count, sql`${sumOf(sum, condition, rows)} as ${sql.identifier(`minor${i}`)}`]
  })
  const asked = conditions.map((condition) => compileFilter(condition, rows.context))
  const where = sql`${rows.where} and (${sql.join(asked, sql` or `)})`
  const statement = sql`select ${sql.join(columns, sql`, `)} from ${pruneJoins(rows.source, where, ...columns)} where ${where}`
  const [row] = await rowsOf<Record<string, number>>(call.tx, statement)
  return lines.map(({ sum }, i) => ({
    rows: row![`rows${i}`]!,
    minor: sum === undefined ? null : row![`minor${i}`]!,
  }))
}

/**
 * Counts and sums of filter lines over a listing, in their order. Only rows that one of them finds are read; what an amount
 * is added up from, only of rows whose amount is asked for. The lines are the server's own: tests read each.
 */
export async function aggregatesOf(
  of: Aggregated,
  lines: readonly AggregateLine[],
  call: RequestContext,
): Promise<AggregateResult[]> {
  const isSummed = ({ sum }: AggregateLine) => sum !== undefined
  const summed = (await aggregatesAtOnce(of, lines.filter(isSummed), call)).values()
  const counted = (
    await aggregatesAtOnce(
      of,
      lines.filter((line) => !isSummed(line)),
      call,
    )
  ).values()
  return lines.map((line) => (isSummed(line) ? summed : counted).next().value!)
}
