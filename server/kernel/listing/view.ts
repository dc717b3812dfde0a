import { Column, is, type SQL, sql } from 'drizzle-orm'
import { countries } from '#contract/kernel/countries.ts'
import type { Field } from '#contract/kernel/field.ts'
import type { Listing } from '#contract/kernel/list.ts'
import { mayRevealIn, queryFieldsOf } from '#contract/kernel/personal-data.ts'
import type { QueryContext } from '#contract/kernel/query/context.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import type { Query } from '#contract/kernel/query/tree.ts'
import type { Instant } from '#contract/kernel/values.ts'
import { localMidnight } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { RequestContext } from '#server/kernel/base/request-context.ts'
import { impliedBound } from './chronology.ts'
import { type ReadContext, readContextOf } from './column-mapping.ts'
import { compareBy, compileFilter, type FilterContext } from './compile-filter.ts'
import { mustUseIndex } from './index-guard.ts'
import { type KeysetKey, keyColumns, keyOf, keysetAfter, orderBy, orderTermsOf } from './keyset.ts'
import { deferJoins, type PageQuery, pruneJoins } from './prune-joins.ts'
import { resolveTokens } from './query-tokens.ts'
import { rowReader } from './read-rows.ts'
import { hasId, type Source, withinScope } from './source.ts'
import { limitedUnion } from './union.ts'

type StoredRow = Record<string, unknown>

/** View: a listing as one person sees it through one filter at one moment. */
export interface View {
  readonly query: Query
  readonly asOf: Instant
  readonly context: FilterContext
  readonly where: SQL
  /** The same whenever a row came to be. */
  readonly always: SQL
  /**
   * The same as `where`, for whoever reads nothing but an order: what came later is left out by its id, which every index
   * of an order holds. To ask each row when it came would take reading the row.
   */
  readonly inOrder: SQL
  readonly readContext: ReadContext
}

/** What somebody looks at in a listing: a filter line, and a moment. */
export interface ViewQuery {
  readonly q: string
  readonly asOf?: Instant | undefined
  readonly left?: boolean | undefined
}

/** How filter lines over a listing are read for somebody: personal data that they may not reveal is no filter. */
const readerOf = (listing: Listing, { actor, app }: Pick<RequestContext, 'actor' | 'app'>): QueryContext => ({
  ...queryFieldsOf(listing, mayRevealIn(listing, actor)),
  currency: countries[app.clock.country].currency,
})

/** Reads a filter line. @throws Refusal `bad_query`, with what is wrong with it, and where. */
async function parseFilter(
  q: string,
  reader: QueryContext,
  { tx, actor, app }: Pick<RequestContext, 'tx' | 'actor' | 'app'>,
): Promise<Query> {
  const { query, problems } = parse(q, reader)
  const [problem] = problems
  if (problem) {
    const { got = '', field = '', expected = [] } = problem.values
    throw new Refusal('bad_query', {
      problem: problem.code,
      got,
      field,
      expected: expected.join(', '),
      at: problem.from,
    })
  }
  return resolveTokens(tx, query, actor, app.secrets)
}

const membership = ({ where = sql`true`, formerWhere: left }: Source, alsoLeft: boolean): SQL =>
  alsoLeft && left ? sql`(${where} or ${left})` : where

/** When a row came to be; of what is written down by days, the beginning of its day by the country's clock. */
export function createdAt({ listing, mappings, access }: Omit<FilterContext, 'reader' | 'source'>): SQL {
  const created = compareBy(mappings[listing.created]!)
  const { kind } = listing.fields.find(({ name }) => name === listing.created)!
  return kind === 'date' ? localMidnight(created, access.app.clock) : created
}

/** Only rows that came before a moment, by the ids of the few that came later. A moment that may be missing is asked itself. */
function createdBefore(asOf: Instant, { listing, source: { table }, mappings, access }: FilterContext): SQL | null {
  const created = mappings[listing.created]!
  if (!is(created, Column) || created.table !== table || !created.notNull) return null
  return sql`${table.id} not in (select ${table.id} from ${table} where ${createdAt({ listing, mappings, access })} > ${asOf})`
}

/** Looks at `listing` with the eyes of the caller. */
export async function viewOf(
  listing: Listing,
  source: Source,
  looking: ViewQuery,
  call: Pick<RequestContext, 'actor' | 'tx' | 'now' | 'app'> & Partial<Pick<RequestContext, 't'>>,
): Promise<View> {
  const { actor, now, app, t } = call
  const reader = readerOf(listing, call)
  const query = await parseFilter(looking.q, reader, call)
  const access = { actor, scopes: actor.scopesOf(listing.requires), app }
  const readContext = readContextOf(app, now, t, actor)
  const mappings = source.columns(readContext)
  const context = { listing, reader, source, mappings, access }
  await mustUseIndex(query, context, call)
  // the contract's moments are what toISOString writes
  const asOf = looking.asOf ?? (now.toISOString() as Instant)
  const always = sql.join(
    [withinScope(source, access), membership(source, looking.left ?? false), compileFilter(query.where, context)],
    sql` and `,
  )
  // what has left may have lost even the moment it came
  const where = looking.left ? always : sql`${createdAt(context)} <= ${asOf} and ${always}`
  const [first] = query.sort
  const byTime = (first?.field ?? listing.order.replace('-', '')) === listing.created
  const before = looking.left || byTime ? null : createdBefore(asOf, context)
  return {
    query,
    asOf,
    context,
    where,
    always,
    readContext,
    inOrder: before ? sql`${before} and ${always}` : where,
  }
}

/** Where rows are read from on, how many, and which of their fields: without those, all. */
export interface ReadOptions {
  readonly key?: KeysetKey | null
  /** Whether somebody goes on behind the last of them. */
  readonly keyed?: boolean
  readonly limit?: number
  readonly fields?: readonly Field[]
}

/** Some rows of a view, with the key of the last one. */
export interface RowBatch {
  readonly rows: StoredRow[]
  readonly key: KeysetKey | null
}

/** The rows of a page, before what is shown beside them is looked up; null where that is no less work. */
const pageOf = (source: Source, page: PageQuery, shown: readonly SQL[] | null): SQL | null =>
  limitedUnion(source, page) ?? deferJoins(source, page, shown)

/** What reads the rows of a view in its order, each with its key, and what is made of those that come back. */
export function viewStatement(view: View, start: ReadOptions = {}) {
  const { listing, source, mappings } = view.context
  const parts = orderTermsOf(view.query, view.context)
  const { columns, row } = rowReader(mappings, start.fields ?? listing.fields, view.readContext)
  const bound = impliedBound(view.query, view.context)
  const matching = bound ? sql`${compileFilter(bound, view.context)} and ${view.where}` : view.where
  const where = start.key ? sql`${keysetAfter(parts, start.key)} and ${matching}` : matching
  const { limit, fields, keyed = true } = start
  const [selected, order] = [keyed ? sql`${columns}, ${keyColumns(parts)}` : columns, orderBy(parts)]
  // all of a row needs all that it is joined to
  const shown = fields ? [selected, order] : null
  const page = limit === undefined ? null : pageOf(source, { where, order, limit }, shown)
  const from = page ?? sql`${shown ? pruneJoins(source, ...shown, where) : source.from} where ${where}`
  return {
    statement: sql`select ${selected} from ${from} order by ${order}`,
    portion(stored: readonly StoredRow[]): RowBatch {
      const last = stored.at(-1)
      return { rows: stored.map(row), key: keyed && last ? keyOf(last, parts) : null }
    },
  }
}

/** Some rows of a view, in its order: behind a key, or from an offset. */
export async function readRows(
  tx: Db,
  view: View,
  size: number,
  { offset = 0, ...start }: Omit<ReadOptions, 'limit'> & { readonly offset?: number } = {},
): Promise<RowBatch> {
  const { statement, portion } = viewStatement(view, { ...start, limit: offset + size })
  return portion(await rowsOf<StoredRow>(tx, sql`${statement} limit ${size} ${offset ? sql`offset ${offset}` : sql``}`))
}

/** The rows whose ids a query answers, in the order of the view. They were found in it: whether they match is not asked again. */
export async function readRowsByIds(
  tx: Db,
  { context, query, readContext }: View,
  ids: SQL,
  { fields }: Pick<ReadOptions, 'fields'> = {},
): Promise<StoredRow[]> {
  const { listing, source, mappings } = context
  const { columns, row } = rowReader(mappings, fields ?? listing.fields, readContext)
  const order = orderBy(orderTermsOf(query, context))
  const from = fields ? pruneJoins(source, columns, order) : source.from
  const found = await rowsOf<StoredRow>(
    tx,
    sql`select ${columns} from ${from} where ${source.table.id} = any(array(${ids})) order by ${order}`,
  )
  return found.map(row)
}

/** Row selection: which of the rows of a view. */
export interface RowSelection {
  readonly ids?: readonly string[] | undefined
  readonly excluded?: readonly string[] | undefined
}
/** Condition of a selection: only the rows named; all but those left out. */
export function selectionCondition(source: Source, { ids, excluded }: RowSelection): SQL {
  if (ids) return hasId(source, ids)
  return excluded ? sql`not ${hasId(source, excluded)}` : sql`true`
}
