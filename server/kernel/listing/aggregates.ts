import { Column, getTableName, is, type SQL, sql } from 'drizzle-orm'
import type { Listing } from '#contract/kernel/list.ts'
import { termsOf } from '#contract/kernel/query/edit.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { and, type Condition } from '#contract/kernel/query/tree.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { RequestContext } from '#server/kernel/base/request-context.ts'
import {
  type AggregateConditions,
  type AggregateGroup,
  aggregateGroups,
  conditionKey,
  groupOf,
  without,
} from './aggregate-groups.ts'
import { type ColumnMapping, type Expression, isAmount, isRef, isSummedNumber } from './column-mapping.ts'
import { compareBy, compileFilter } from './compile-filter.ts'
import { pruneJoins } from './prune-joins.ts'
import type { Source } from './source.ts'
import { type ReportRows, rowsToReport } from './summarized.ts'
import { type View, viewOf } from './view.ts'

/** How many rows meet a condition. */
export function countOf(condition: Condition | null, { context, weight }: ReportRows): SQL {
  const met = compileFilter(condition, context)
  return weight ? sql`coalesce(sum(${weight}) filter (where ${met}), 0)::int` : sql`count(*) filter (where ${met})::int`
}

const piecesOf = (mapping: ColumnMapping | undefined) => (mapping && isAmount(mapping) ? mapping.pieces : undefined)

/** The column that an amount, in minor units, or a number is added up by. */
function summedBy(mapping: ColumnMapping, ofPieces: boolean): Expression {
  if (ofPieces) return piecesOf(mapping)!.minor
  if (isAmount(mapping)) return mapping.counted ?? mapping.minor
  return isSummedNumber(mapping) ? mapping.summed : compareBy(mapping)
}

/** What an amount, in minor units, or a number of the rows that meet a condition comes to. */
export function sumOf(field: string, condition: Condition | null, { context }: ReportRows, ofPieces = false): SQL {
  const summed = summedBy(context.mappings[field]!, ofPieces)
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

/** A line that was read: its conditions, and where its result stands. */
interface ParsedLine extends AggregateConditions {
  readonly at: number
}

/** The column of a reference that is looked up by its name, where a condition asks for one. */
function lookupColumn(condition: Condition, { context }: ReportRows): Column | null {
  const mapping = condition.kind === 'oneOf' && context.mappings[condition.field]
  return mapping && isRef(mapping) && mapping.among && is(mapping.id, Column) ? mapping.id : null
}

/** What else a line asks of the rows of its group: of the column that these are put together by, and beside that. */
interface GroupedLine {
  readonly line: ParsedLine
  readonly place: Condition | null
  readonly rest: Condition | null
}

/** The column that rows of a group are put together by, where its lines ask for several values of one; and the lines. */
function grouped({ common, lines }: AggregateGroup<ParsedLine>, rows: ReportRows) {
  const rests = lines.map(({ conditions }) => without(conditions, common))
  const column = rests.flat().flatMap((condition) => lookupColumn(condition, rows) ?? [])[0]
  const isPlace = (condition: Condition) => column !== undefined && lookupColumn(condition, rows) === column
  const isApart = new Set(rests.flat().filter(isPlace).map(conditionKey)).size > 1
  return {
    column: isApart ? column : undefined,
    lines: lines.map((line, i): GroupedLine => {
      const places = isApart ? rests[i]!.filter(isPlace) : []
      return { line, place: and(places), rest: and(without(rests[i]!, places)) }
    }),
  }
}

/** What is counted and summed of the rows of a group, each once however many lines are made of it. */
class CountedColumns {
  private readonly columns = new Map<string, SQL>()

  /** Its name. */
  add(value: SQL, key: string): SQL {
    const at = [...this.columns.keys()].indexOf(key)
    if (at < 0) this.columns.set(key, value)
    return this.name(at < 0 ? this.columns.size - 1 : at)
  }

  /** All of them, named. */
  get selected(): SQL[] {
    return [...this.columns.values()].map((value, at) => sql`${value} as ${this.name(at)}`)
  }

  private name(at: number): SQL {
    return sql`${sql.identifier(`n${at}`)}`
  }
}

/** What a group is read from, and where. */
function rowsOfGroup({ pieces }: AggregateGroup<ParsedLine>, rows: ReportRows, where: SQL, selected: SQL): SQL {
  const joined = (pieces !== undefined && piecesOf(rows.context.mappings[pieces])?.joined) || sql``
  return sql`${pruneJoins(rows.source, where, selected, joined)} ${joined} where ${where}`
}

/**
 * The lines of a group as an array: of each how many rows, and their sum. Rows are put together by the column that lines
 * differ by first, so that so many lines are asked of a few rows.
 */
function groupStatement(group: AggregateGroup<ParsedLine>, rows: ReportRows): SQL {
  const { column, lines } = grouped(group, rows)
  const compiled = (condition: Condition | null) => compileFilter(condition, rows.context)
  const counted = new CountedColumns()
  const results = lines.flatMap(({ line: { sum, ofPieces }, place, rest }) => {
    const of = (value: SQL, what: string) =>
      sql`coalesce(sum(${counted.add(value, `${what} ${JSON.stringify(rest)}`)}) filter (where ${compiled(place)}), 0)`
    return [
      ofPieces ? sql`null` : of(countOf(rest, rows), ''),
      sum === undefined ? sql`null` : of(sumOf(sum, rest, rows, ofPieces), sum),
    ]
  })
  const isAll = lines.some(({ rest }) => rest === null)
  const either = isAll
    ? sql`true`
    : sql`(${sql.join(
        lines.map(({ rest }) => compiled(rest)),
        sql` or `,
      )})`
  const where = sql`${rows.where} and ${compiled(and(group.common))} and ${either}`
  const selected = sql.join([...(column ? [sql`${column}`] : []), ...counted.selected], sql`, `)
  const name = sql.identifier(column ? getTableName(column.table) : 'counted')
  return sql`select to_json(array[${sql.join(results, sql`, `)}]::bigint[]) as results from (
    select ${selected} from ${rowsOfGroup(group, rows, where, selected)} ${column ? sql`group by ${column}` : sql``}) ${name}`
}

/** Lines, put together by how their rows are best read: a summary has few, which are read at once. */
function groupsOf(lines: readonly AggregateLine[], view: View) {
  const { context } = view
  const read = lines.map(({ query, sum }, at) => ({ at, sum, query: parse(query, context.reader).query }))
  const [conditions, sums] = [read.map(({ query }) => query.where), lines.flatMap(({ sum }) => sum ?? [])]
  const rows = rowsToReport(view, { query: view.query, conditions, sums })
  const parsed = read.flatMap(({ at, sum, query }): ParsedLine[] => {
    const line = { at, conditions: termsOf(query), ofPieces: false }
    if (sum === undefined || !piecesOf(rows.context.mappings[sum])) return [{ ...line, sum }]
    return [line, { ...line, sum, ofPieces: true }]
  })
  const isSummarized = rows.weight !== null
  return { rows, groups: isSummarized ? [groupOf(parsed)] : aggregateGroups(parsed, context.listing.fields) }
}

/**
 * Counts and sums of filter lines over a listing, in their order, by one statement. Only rows that one of them finds are
 * read, those of a day by themselves; what an amount is added up from, only of rows whose amount is asked for. The lines are
 * the server's own: tests read each.
 */
export async function aggregatesOf(
  { listing, source }: Aggregated,
  lines: readonly AggregateLine[],
  call: RequestContext,
): Promise<AggregateResult[]> {
  if (lines.length === 0) return []
  const { rows, groups } = groupsOf(lines, await viewOf(listing, source, { q: '' }, call))
  const parts = groups.map(
    (group, at) => sql`select ${sql.raw(String(at))} as part, results from (${groupStatement(group, rows)}) counted`,
  )
  // both sides are read to their ends in one order: to hash the one takes twice as long as to merge them. Set in a
  // transaction of its own: a call that reads has none, and outside of one it would not hold
  const found = await call.tx.transaction(async (tx) => {
    await tx.execute(sql`set local enable_mergejoin = on`)
    return rowsOf<{ part: number; results: (number | null)[] }>(tx, sql.join(parts, sql` union all `))
  })
  const results: { rows: number; minor: number | null }[] = lines.map(() => ({ rows: 0, minor: null }))
  for (const { part, results: numbers } of found) {
    for (const [i, { at, sum, ofPieces }] of groups[part]!.lines.entries()) {
      const [count, minor] = [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? 0]
      if (!ofPieces) results[at]!.rows = count
      if (sum !== undefined) results[at]!.minor = minor
    }
  }
  return results
}
