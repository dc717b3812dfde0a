import type { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { Kind } from '#contract/kernel/field.ts'
import type { Listing } from '#contract/kernel/list.ts'
import type { Right } from '#contract/kernel/rights.ts'
import type { Instant, LocalDate, Masked, Money, Name, Rate, Ref } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import type { MessageId } from '#locales/index.ts'

type Listed = Endpoint<MessageId> & {
  readonly row: z.ZodObject
  readonly facet: unknown
  readonly filter: readonly string[]
  readonly sort: readonly string[]
}
type Row<L extends Listed> = z.output<L['row']>
type Noun<L extends Listed> = L['id'] extends `${infer N}.${string}` ? N : never
type Given<Value> = Exclude<Value, null | undefined>

/** Fields of a row that hold a `Value` and have a name in every language. */
type Holding<L extends Listed, Value> = {
  [K in keyof Row<L> & string]: [Given<Row<L>[K]>] extends [Value]
    ? `${Noun<L>}.${K}` extends MessageId
      ? K
      : never
    : never
}[keyof Row<L> & string]

type Branded = { readonly [z.$brand]: unknown }
type Is<L extends Listed, K> = K extends keyof Row<L> ? Given<Row<L>[K]> : never
/** Fields of free text: plain strings, neither a closed set of words nor anything with a kind of its own. */
type Prose<L extends Listed> = { [K in Holding<L, string>]: string extends Is<L, K> ? K : never }[Holding<L, string>]
/** Fields that hold one word or code of a closed set. */
type Choices<L extends Listed> = {
  [K in Holding<L, string | number>]: string extends Is<L, K>
    ? never
    : number extends Is<L, K>
      ? never
      : Is<L, K> extends Branded
        ? never
        : K
}[Holding<L, string | number>]
/** Plain numbers: counts, neither codes nor rates. */
type Counts<L extends Listed> = {
  [K in Holding<L, number>]: number extends Is<L, K> ? (Is<L, K> extends Branded ? never : K) : never
}[Holding<L, number>]
/** Fields that name a record by its id. */
type Ids<L extends Listed> = {
  [K in Holding<L, string & Branded>]: Is<L, K> extends Name | Masked | Instant | LocalDate ? never : K
}[Holding<L, string & Branded>]

/** How a column is laid out. Widths are in pixels. */
export interface Look {
  /** Takes its share of the width that is left over. */
  readonly grow?: number
  readonly width?: number
  /** Stays in view while the others scroll. */
  readonly pin?: true
  /** Not shown until somebody asks for it. */
  readonly hidden?: true
}
/** How a column of numbers is laid out. */
export interface CountLook extends Look {
  /** From these numbers on it is shown as a warning, and as bad. What alarms from the first on says nothing of none. */
  readonly alarm?: readonly [warn: number, bad: number]
}
/** A column: a field, the kind of value it holds, and its look. */
export interface Column extends CountLook {
  readonly field: string
  readonly kind: Kind
}

/** One builder per kind of value. Each takes only the fields that hold its kind. */
export interface Columns<L extends Listed> {
  id(field: Ids<L>, look?: Look): Column
  name(field: Holding<L, Name>, look?: Look): Column
  masked(field: Holding<L, Masked>, look?: Look): Column
  text(field: Prose<L>, look?: Look): Column
  choice(field: Choices<L>, look?: Look): Column
  money(field: Holding<L, Money>, look?: Look): Column
  count(field: Counts<L>, look?: CountLook): Column
  rate(field: Holding<L, Rate>, look?: Look): Column
  date(field: Holding<L, LocalDate>, look?: Look): Column
  instant(field: Holding<L, Instant>, look?: Look): Column
  flag(field: Holding<L, boolean>, look?: Look): Column
  ref(field: Holding<L, Ref>, look?: Look): Column
}

type Filter<L extends Listed> = L['filter'][number]
/** Null where a field may be without a value: asks for rows without one. */
type Missing<Value> = null extends Value ? null : never
/**
 * What a view asks of its fields: of a choice its words or codes, of a flag whether it is set, of anything else what
 * would stand behind the name in the filter line: `>10`, `:today`, `:@me`. Null: that there is no value.
 */
type Asked<L extends Listed> = {
  readonly [K in Filter<L> & keyof Row<L>]?:
    | Missing<Row<L>[K]>
    | (Is<L, K> extends boolean
        ? boolean
        : K extends Choices<L>
          ? readonly Is<L, K>[]
          : `${':' | '>' | '<' | '!='}${string}`)
}
type Sorted<L extends Listed> = L['sort'][number] | `-${L['sort'][number]}`
/** A named filter and order. */
export type View<L extends Listed> = Asked<L> & { readonly sort?: Sorted<L> }

/** One thing that happened to a record, and the state it led to. */
export interface Step {
  readonly at: Instant
  /** None at its beginning. */
  readonly from: string | number | null
  readonly to: string | number
  readonly event: string
  readonly actor: string
  readonly reason: string | null
}
/** A call that tells what has happened to the record of an id, oldest first, and in its schema what the states are. */
type Telling = Endpoint<
  string,
  z.ZodObject<{ id: z.ZodType<string> }>,
  z.ZodType<{ readonly timeline: readonly Step[] }>
> & {
  readonly output: {
    readonly shape: { readonly timeline: { readonly element: { readonly shape: { to: z.ZodType } } } }
  }
}

/** A call that answers, by the id of a record, rows that belong to it. */
type Having = Endpoint<MessageId, z.ZodObject<{ id: z.ZodType<string> }>, z.ZodObject>
type Belonging<E extends Having, Name> = Name extends keyof z.output<E['output']>
  ? z.output<E['output']>[Name] extends readonly (infer One)[]
    ? One
    : never
  : never
/** Rows that belong to a record: what answers them, where in the answer they are, and what is shown of each. */
export interface Parts {
  readonly of: Having
  readonly rows: string
  /** The first of these tells one row from another. */
  readonly show: readonly string[]
}

/** Rows that belong to a record, by the names that the call's schema has for them. */
export const parts = <E extends Having, const Name extends keyof z.output<E['output']> & string>(
  of: E,
  rows: Name,
  show: readonly (keyof Belonging<E, Name> & string)[],
): Parts => ({ of, rows, show })

/** A view whose name has words; another does not compile. */
type Titled<L extends Listed, Name extends string> = `${Noun<L>}.view.${Name}` extends MessageId ? View<L> : never

/** What the declaration of a list page says about it. */
export interface GridParts<L extends Listed, V extends string = string> {
  /** Where the list stands. Its path, its menu entry and the command that goes there follow from it. */
  page: PageId
  /** `g` and a letter: goes there from anywhere. */
  keys?: `g ${string}`
  columns: (col: Columns<L>) => readonly Column[]
  /** Named filters, in the order of the digits that choose them. Each has its name under `<noun>.view.<name>`. */
  views: { readonly [Name in V]: string extends Name ? View<L> : Titled<L, Name> }
  /**
   * The views that the list opens with for whoever has a right, the first that fits; for everybody else the first view.
   */
  opens?: readonly { readonly right: Right; readonly view: NoInfer<V> }[]
  /** Where Enter leads from a row; nowhere where it answers null. */
  open?: (row: Row<L>) => string | null
  /** What a look at a row tells beside its fields: the history of the record whose id stands in a field. */
  timeline?: { readonly of: Telling; readonly id: Ids<L> }
  /** What else it tells: rows that belong to the record whose id stands in a field. */
  table?: { readonly of: Parts; readonly id: Ids<L> }
}

/** A list page, as the machinery of grids needs it. */
export interface Grid {
  readonly id: MessageId
  readonly page: PageId
  readonly keys: string | undefined
  readonly listing: Listing
  readonly columns: readonly Column[]
  /** Each view as a filter line. */
  readonly views: readonly { readonly name: string; readonly query: string }[]
  readonly opens: readonly { readonly right: Right; readonly view: string }[]
  readonly open: ((row: Readonly<Record<string, unknown>>) => string | null) | null
  readonly timeline: { readonly of: Telling; readonly id: string } | null
  readonly table: { readonly of: Parts; readonly id: string } | null
}

const columns = new Proxy(
  {},
  {
    get:
      (_, kind: Kind) =>
      (field: string, look?: Look): Column => ({ field, kind, ...look }),
  },
)

/** What a view asks of one field, as it stands in the filter line. */
function termOf([field, asked]: readonly [string, unknown]): string {
  if (field === 'sort') return `sort:${String(asked).replace(/^-(.*)/, '$1-')}`
  if (asked === null) return `no:${field}`
  if (typeof asked === 'boolean') return `${asked ? '' : '-'}is:${field}`
  return Array.isArray(asked) ? `${field}:${asked.join(',')}` : `${field}${String(asked)}`
}
const lineOf = (view: Readonly<Record<string, unknown>>): string => Object.entries(view).map(termOf).join(' ')

/** A list page over `listing`. */
export function grid<L extends Listed, const V extends string = string>(listing: L, declared: GridParts<L, V>): Grid {
  const { page, keys, columns: made, views, opens = [], open, timeline, table } = declared
  return {
    id: listing.id,
    page,
    keys,
    // what `list` makes has all that a Listing has; the compiler only sees what its type parameters keep
    listing: listing as unknown as Listing,
    columns: made(columns as Columns<L>),
    views: Object.entries<View<L>>(views).map(([name, view]) => ({ name, query: lineOf(view) })),
    opens,
    open: (open ?? null) as Grid['open'], // called with rows of this listing only
    timeline: timeline ?? null,
    table: table ?? null,
  }
}
