import { type Column, type SQL, sql } from 'drizzle-orm'
import { type Condition, type Query, type Scalar, type Term, termsIn } from '#contract/kernel/query/tree.ts'
import { type ColumnMapping, isAmount, isSummedNumber } from './column-mapping.ts'
import { compileFilter, type FilterContext } from './compile-filter.ts'
import { type AccessScope, type Source, type SummarySource, withinScope } from './source.ts'
import type { View } from './view.ts'

/** What a report reads its rows from, as one person sees them. */
export interface ReportRows {
  readonly source: Source
  readonly context: FilterContext
  readonly where: SQL
  /** How many of the rows that are counted each row stands for; without it, itself. */
  readonly weight: Column | null
}

/**
 * Summary request, what is asked of the rows: the report that is about them, conditions, the field they are put together
 * by, and amounts that are summed.
 */
export interface SummaryRequest {
  readonly query: Query
  /** The line of the report; without one, all of them. */
  readonly about?: string
  readonly conditions: readonly (Condition | null)[]
  /** None: all of them together. */
  readonly by?: string
  readonly sums: readonly string[]
}

type Mappings = Readonly<Record<string, ColumnMapping>>

const isNothing = (value: Scalar | null): boolean =>
  value === null || (value.is === 'money' && value.minor === 0) || (value.is === 'number' && value.value === 0)

/** Whether a term compares an amount with nothing, or asks whether there is any. */
function isAgainstNothing(term: Term): boolean {
  switch (term.kind) {
    case 'compare':
      return isNothing(term.value)
    case 'range':
      return isNothing(term.from) && isNothing(term.to)
    case 'oneOf':
      return term.values.every(isNothing)
    default:
      return term.kind === 'has'
  }
}

/** Whether a summary has what is asked: amounts can only be added up there, or compared with nothing; everything else only compared. */
function hasAll({ query, conditions, by, sums }: SummaryRequest, mappings: Mappings): boolean {
  const known = (name: string) => mappings[name] ?? null
  const isCompared = (term: Term) => {
    const mapping = term.kind === 'word' ? null : known(term.field)
    if (mapping === null || isSummedNumber(mapping)) return false
    return !isAmount(mapping) || (mapping.sign !== undefined && isAgainstNothing(term))
  }
  const isSummed = (mapping: ColumnMapping | null) => mapping !== null && (isAmount(mapping) || isSummedNumber(mapping))
  const terms = [query.where, ...conditions].flatMap(termsIn)
  return (
    terms.every(isCompared) && (by === undefined || known(by) !== null) && sums.every((name) => isSummed(known(name)))
  )
}

/** Whether a summary has every row that is asked for. */
const hasRows = ({ about: had }: SummarySource, { about }: SummaryRequest): boolean =>
  had === undefined || had === about

/** Whether a summary knows whose rows are whose, and which of them ask for a right, for somebody who sees only some. */
export const knowsOwners = (
  summary: Pick<SummarySource, 'visible' | 'scope'>,
  source: Pick<Source, 'visible'>,
  { scopes }: Pick<AccessScope, 'scopes'>,
): boolean =>
  (!source.visible || summary.visible !== undefined) &&
  scopes.every((scope) => scope === 'all' || summary.scope[scope] !== undefined)

/** Summary table or source: what answers a report with the same numbers, from the fewest rows. */
export function rowsToReport({ always, context, readContext }: View, asked: SummaryRequest): ReportRows {
  const { summary, table, columns } = context.source
  // a field that it lacks is not asked of it
  const mappings = summary?.columns(readContext) as Mappings | undefined
  if (
    !summary ||
    !mappings ||
    !hasRows(summary, asked) ||
    !hasAll(asked, mappings) ||
    !knowsOwners(summary, context.source, context.access)
  ) {
    return { source: context.source, context, where: always, weight: null }
  }
  const { from, scope, visible } = summary
  const source: Source = { ...{ table, from, scope, columns }, ...(visible && { visible }) }
  const summed = { ...context, source, mappings }
  const where = sql`${withinScope(source, context.access)} and ${compileFilter(asked.query.where, summed)}`
  return { source, context: summed, where, weight: summary.of(context.access.app.clock.country).rows }
}
