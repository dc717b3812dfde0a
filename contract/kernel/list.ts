import { z } from 'zod'
import type { PageId } from '../menu.ts'
import { type Address, type Endpoint, type Risk, read } from './endpoint.ts'
import { type Field, fieldsOf } from './field.ts'
import type { KnownPage, Missing } from './rights.ts'
import { QueryText } from './selection.ts'
import type { Subject } from './subject.ts'
import { Instant, Money } from './values.ts'

/** Most rows of one page. */
export const pageMax = 500
/** Most rows that one range may name. */
export const rangeMax = 10_000

/** The rows that match a filter, as of a snapshot: rows created after `asOf` are left out. Without it, now. */
const window = { q: QueryText.default(''), asOf: Instant.optional() }
/** A page of them: from which row on, and how many. */
const paged = {
  ...window,
  from: z.int().min(0).default(0),
  size: z.int().min(1).max(pageMax).default(100),
  /** Also stale rows, which no longer match, so that whoever saw them sees what became of them. */
  left: z.boolean().default(false),
}

const Sums = z.record(z.string(), z.array(Money))
const Numbers = z.record(z.string(), z.int())

type Key<Row extends z.ZodObject> = keyof z.output<Row> & string

/** What names of fields that a row lacks are answered with by the compiler. */
export type KnownFields<Row extends z.ZodObject, Name extends string> = [Exclude<Name, Key<Row>>] extends [never]
  ? unknown
  : Missing<`the row has no field '${Exclude<Name, Key<Row>>}'`>

/** The field that an order is by. */
type OrderedBy<Order extends string> = Order extends `-${infer Name}` ? Name : Order

interface ListParts<
  Row extends z.ZodObject,
  S extends Subject,
  Filter extends string,
  Sort extends string,
  Search extends string,
  Order extends string,
  Page extends string,
> {
  /** The page it is for; seeing the page is the right to read it. */
  requires: Page & KnownPage<Page>
  row: Row
  /** The kind of row whose commands are offered here. */
  subject?: S & (z.output<Row> extends z.output<S['row']> ? unknown : never)
  filter: readonly Filter[] & KnownFields<Row, Filter>
  sort: readonly Sort[] & KnownFields<Row, Sort>
  /** Fields that bare words are looked for in. */
  search: readonly Search[] & KnownFields<Row, Search>
  /** The order where the filter line names none: a field, or `-` and a field for largest first. */
  order: Order & KnownFields<Row, OrderedBy<Order>>
  /** The field that tells when a row came to be. */
  created: Key<Row>
  /** Totals: amounts and numbers that are summed over everything that matches. */
  sums?: readonly Key<Row>[]
  /** Where the whole of it is exported. */
  export?: Address
  /** Step-up authentication: whoever takes it along proves that it is still them. */
  exportStepUp?: boolean
  /** Live updates: nouns beside its own whose rows stand in it. */
  follows?: readonly string[]
}

const rowsOf = <Row extends z.ZodObject>(row: Row) => z.object({ rows: z.array(row), asOf: Instant })

/** Names of fields; every listing has some. */
type Named = readonly [string, ...string[]]

/** The calls that every listing answers beside its page. */
const callsOf = (path: `/${string}`, requires: PageId, row: z.ZodObject, filter: Named) => ({
  /** Sparse fieldset: a page of rows with no more than the fields that are named. */
  sparse: read(`GET ${path}/sparse`, {
    requires,
    input: z.object({ ...paged, fields: z.array(z.enum(Object.keys(row.shape))).min(1) }),
    output: rowsOf(row.partial()),
  }),
  /** How many rows match. */
  count: read(`GET ${path}/count`, { requires, input: z.object(window), output: z.object({ count: z.int() }) }),
  /** How many rows match, what their amounts come to, per currency, and their numbers. */
  totals: read(`GET ${path}/totals`, {
    requires,
    input: z.object(window),
    output: z.object({ count: z.int(), sums: Sums, numbers: Numbers.optional() }),
  }),
  /** Facet: the most frequent values of a field among the rows that match; those that begin with `prefix`. */
  facet: read(`GET ${path}/facet`, {
    requires,
    input: z.object({
      ...window,
      field: z.enum(filter),
      prefix: z.string().max(40).default(''),
    }),
    output: z.object({ values: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })) }),
  }),
  /** The ids of the rows from one place to another, both counted from 0 and included. */
  range: read(`GET ${path}/range`, {
    requires,
    input: z.object({ ...window, from: z.int().min(0), to: z.int().min(0) }),
    output: z.object({ ids: z.array(z.string()) }),
  }),
  /** The offset of a row, counted from 0; null where it is not among those that match. */
  place: read(`GET ${path}/place`, {
    requires,
    input: z.object({ ...window, id: z.string().max(40) }),
    output: z.object({ place: z.int().nullable() }),
  }),
})

/** File formats of an export. */
export const FileFormat = z.enum(['csv', 'xlsx'])
export type FileFormat = z.output<typeof FileFormat>

/** What of a listing goes into a file: what matches, or only some of it. */
export const fileParts = {
  ...window,
  ids: z.array(z.string().max(40)).max(rangeMax).optional(),
  excluded: z.array(z.string().max(40)).max(rangeMax).optional(),
  format: FileFormat.default('csv'),
}

/** The whole of a listing, or what is chosen of it, as a file with every field, or only some. */
const exportOf = (at: Address, requires: PageId, columns: Named, stepUp: boolean) => ({
  ...read(at as 'GET /', {
    requires: `${requires}.export` as const,
    input: z.object({ ...fileParts, columns: z.array(z.enum(columns)).min(1).optional() }),
    output: z.null(),
    stepUp,
  }),
  file: true as const,
})

/**
 * A page of rows, filtered and sorted by the server, and the calls that follow from it: count, totals, facets, export.
 */
export function list<
  Row extends z.ZodObject,
  S extends Subject,
  const Filter extends string,
  const Sort extends string,
  const Search extends string,
  const Order extends string,
  const Page extends string,
>(at: Address, parts: ListParts<Row, S, Filter, Sort, Search, Order, Page>) {
  const requires = parts.requires as PageId // checked where it was written down
  const { row, filter, sort, search, order, created, sums = [], follows = [], subject, exportStepUp = false } = parts
  const path = at.slice(at.indexOf('/')) as `/${string}`
  const page = read(at as 'GET /', {
    requires,
    input: z.object(paged),
    output: rowsOf(row),
  })
  return {
    ...page,
    row,
    lists: subject as S | undefined,
    /** Every field of a row, by name. */
    fields: fieldsOf(row),
    filter,
    sort,
    search,
    order,
    created,
    sums,
    follows,
    // names of fields, of which a list declares one at least
    ...callsOf(path, requires, row, filter as unknown as Named),
    export: parts.export && exportOf(parts.export, requires, Object.keys(row.shape) as unknown as Named, exportStepUp),
  }
}

/** What every listing has, whatever its rows are. */
export interface Listing<Row extends z.ZodObject = z.ZodObject> extends Endpoint {
  readonly risk: Extract<Risk, 'read'>
  readonly row: Row
  readonly lists?: Subject | undefined
  readonly fields: readonly Field[]
  readonly filter: readonly string[]
  readonly sort: readonly string[]
  readonly search: readonly string[]
  readonly order: string
  readonly created: string
  readonly sums: readonly string[]
  readonly follows: readonly string[]
  readonly sparse: Endpoint
  readonly count: Endpoint
  readonly totals: Endpoint
  readonly facet: Endpoint
  readonly range: Endpoint
  readonly place: Endpoint
  readonly export?: (Endpoint & { readonly file: true }) | undefined
}

export const isListing = (endpoint: Endpoint): endpoint is Listing => 'fields' in endpoint && 'facet' in endpoint
