import type { z } from 'zod'
import { type LabelField, labelFieldOf, labelLanguages } from '#contract/dictionaries/words.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { Kind } from '#contract/kernel/field.ts'
import type { Listing } from '#contract/kernel/list.ts'
import type { Right } from '#contract/kernel/rights.ts'
import type { Subject } from '#contract/kernel/subject.ts'
import type { Instant, LocalDate, Masked, Money, PersonName, Rate, Ref } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import type { MessageId, Untranslated, WithTexts } from '#locales/index.ts'

type AnyListing = Endpoint & {
  readonly row: z.ZodObject
  readonly facet: unknown
  readonly filter: readonly string[]
  readonly sort: readonly string[]
}
type Row<L extends AnyListing> = z.output<L['row']>
type RowField<L extends AnyListing> = keyof Row<L> & string
/** Fields that rows have, whatever is shown: their id, and what commands on them are asked by. */
type SubjectField<L extends AnyListing> =
  | (L extends { readonly lists?: infer S }
      ? S extends Subject<string, infer R>
        ? KnownKey<z.output<R>>
        : never
      : never)
  | 'id'
type KnownKey<Of> = string extends keyof Of ? never : keyof Of & string
type Noun<L extends AnyListing> = L['id'] extends `${infer N}.${string}` ? N : never
type Present<Value> = Exclude<Value, null | undefined>

/** The kind of column that shows a value: the name of its builder. None shows a list or a version. */
type ColumnKind<Value> = [Value] extends [Money]
  ? 'money'
  : [Value] extends [Ref]
    ? 'ref'
    : [Value] extends [boolean]
      ? 'flag'
      : [Value] extends [string]
        ? StringKind<Value>
        : [Value] extends [number]
          ? NumberKind<Value>
          : [Value] extends [string | number]
            ? 'choice'
            : never
/** Plain strings are text, closed sets of words choices; other strings have a kind of their own. */
type StringKind<Value extends string> = [Value] extends [PersonName]
  ? 'name'
  : [Value] extends [Masked]
    ? 'masked'
    : [Value] extends [LocalDate]
      ? 'date'
      : [Value] extends [Instant]
        ? 'instant'
        : [Value] extends [Branded]
          ? 'id'
          : string extends Value
            ? 'text'
            : 'choice'
/** Plain numbers are counts, closed sets of codes choices. */
type NumberKind<Value extends number> = [Value] extends [Rate]
  ? 'rate'
  : [Value] extends [Branded]
    ? never
    : number extends Value
      ? 'count'
      : 'choice'

type Branded = { readonly [z.$brand]: unknown }
type FieldValue<L extends AnyListing, K> = K extends keyof Row<L> ? Present<Row<L>[K]> : never
/** Fields of a row that columns of a kind show: those that have a name in every language. */
type FieldsOfKind<L extends AnyListing, Of extends Kind> = {
  [K in keyof Row<L> & string]: `${Noun<L>}.${K}` extends MessageId
    ? ColumnKind<FieldValue<L, K>> extends Of
      ? [ColumnKind<FieldValue<L, K>>] extends [never]
        ? never
        : K
      : never
    : never
}[keyof Row<L> & string]
type ChoiceFields<L extends AnyListing> = FieldsOfKind<L, 'choice'>

/** A field that a column of a kind may show; of another, what is wrong with it, for the compiler to say. */
export type ColumnField<L extends AnyListing, K extends string, Of extends Kind> =
  K extends FieldsOfKind<L, Of>
    ? K
    : K extends keyof Row<L>
      ? `${Noun<L>}.${K}` extends MessageId
        ? `grids: no col.${Of} shows '${K}' of ${L['id']}, but ${BuilderFor<L, K>}`
        : Untranslated<`${Noun<L>}.${K}`>
      : `contract: the rows of ${L['id']} have no field '${K}'`
type BuilderFor<L extends AnyListing, K> = [ColumnKind<FieldValue<L, K>>] extends [never]
  ? 'none does'
  : `col.${ColumnKind<FieldValue<L, K>>} does`

/** How a column is laid out. Widths are in pixels. */
export interface ColumnOptions {
  /** Takes its share of the width that is left over. */
  readonly grow?: number
  readonly width?: number
  /** Stays in view while the others scroll. */
  readonly pin?: true
  /** Not shown until somebody asks for it. */
  readonly hidden?: true
}
/** How a column of numbers is laid out. */
export interface CountColumnOptions extends ColumnOptions {
  /** From these numbers on it is shown as a warning, and as bad. What alarms from the first on says nothing of none. */
  readonly alarm?: readonly [warn: number, bad: number]
}
/** A column: a field, the kind of value it holds, and its look. */
export interface Column extends CountColumnOptions {
  readonly field: string
  readonly kind: Kind
}

/** Makes a column of a field. Takes only fields of its kind; of any other the compiler says what is wrong with it. */
type ColumnBuilder<L extends AnyListing, Of extends Kind, Options = ColumnOptions> = <
  // the second lets any text in, so that it can be answered; the first is what editors offer
  const K extends FieldsOfKind<L, Of> | (string & {}),
>(
  field: ColumnField<L, K, Of>,
  look?: Options,
) => Column

/** One builder for each kind of value. */
export type ColumnBuilders<L extends AnyListing> = {
  readonly [Of in Exclude<Kind, 'tags'>]: ColumnBuilder<L, Of, Of extends 'count' ? CountColumnOptions : ColumnOptions>
}

type Filter<L extends AnyListing> = L['filter'][number]
/** Null where a field may be without a value: asks for rows without one. */
type NullIfOptional<Value> = null extends Value ? null : never
/**
 * What a view asks of its fields: of a choice its words or codes, of a flag whether it is set, of anything else what
 * would stand behind the name in the filter line: `>10`, `:today`, `:@me`. Null: that there is no value.
 */
type ViewFilter<L extends AnyListing> = {
  readonly [K in Filter<L> & keyof Row<L>]?:
    | NullIfOptional<Row<L>[K]>
    | (FieldValue<L, K> extends boolean
        ? boolean
        : K extends ChoiceFields<L>
          ? readonly FieldValue<L, K>[]
          : `${':' | '>' | '<' | '!='}${string}`)
}
type ViewOrder<L extends AnyListing> = L['sort'][number] | `-${L['sort'][number]}`
/** Columns of labels by language, hidden until somebody asks for them. */
export const labelColumns = (col: {
  text(field: LabelField, options: { readonly hidden: true }): Column
}): readonly Column[] => labelLanguages.map((language) => col.text(labelFieldOf(language), { hidden: true }))

/** A named filter and order. */
export type View<L extends AnyListing> = ViewFilter<L> & { readonly sort?: ViewOrder<L> | readonly ViewOrder<L>[] }

/** One thing that happened to a record, and the state it led to. */
export interface TimelineEntry {
  readonly at: Instant
  /** None at its beginning. */
  readonly from: string | number | null
  readonly to: string | number
  readonly event: string
  readonly actor: string
  readonly reason: string | null
}
/** A call that tells what has happened to the record of an id, oldest first, and in its schema what the states are. */
type TimelineEndpoint = Endpoint<
  string,
  z.ZodObject<{ id: z.ZodType<string> }>,
  z.ZodType<{ readonly timeline: readonly TimelineEntry[] }>
> & {
  readonly output: {
    readonly shape: { readonly timeline: { readonly element: { readonly shape: { to: z.ZodType } } } }
  }
}

/** A call that answers, by the id of a record, rows that belong to it. */
type RelatedRowsEndpoint = Endpoint<MessageId, z.ZodObject<{ id: z.ZodType<string> }>, z.ZodObject>
type RelatedRow<E extends RelatedRowsEndpoint, Name> = Name extends keyof z.output<E['output']>
  ? z.output<E['output']>[Name] extends readonly (infer One)[]
    ? One
    : never
  : never
/** Rows that belong to a record: what answers them, where in the answer they are, and what is shown of each. */
export interface RelatedRowsSource {
  readonly of: RelatedRowsEndpoint
  readonly rows: string
  /** The first of these tells one row from another. */
  readonly show: readonly string[]
}

/** Rows that belong to a record, by the names that the call's schema has for them. */
export const relatedRows = <E extends RelatedRowsEndpoint, const Name extends keyof z.output<E['output']> & string>(
  of: E,
  rows: Name,
  show: readonly (keyof RelatedRow<E, Name> & string)[],
): RelatedRowsSource => ({ of, rows, show })

/** A call that answers which keys of fields there are, each list under a name of its own. */
type ChoicesEndpoint = Endpoint<string, z.ZodObject, z.ZodObject>
/** Fields whose values are chosen from what a call answers: under which name of its answer each has its keys. */
export interface ChoicesSource {
  readonly of: ChoicesEndpoint
  readonly fields: Readonly<Record<string, string>>
}

/** A view whose name has words; of another, which file lacks which key, for the compiler to say. */
type TranslatedView<L extends AnyListing, Name extends string> = `${Noun<L>}.view.${Name}` extends MessageId
  ? View<L>
  : Untranslated<`${Noun<L>}.view.${Name}`>

/** What the declaration of a list page says about it. */
export interface GridDefinition<L extends AnyListing, V extends string, Needed extends RowField<L>> {
  /** Where the list stands. Its path, its menu entry and the command that goes there follow from it. */
  page: PageId
  /** `g` and a letter: goes there from anywhere. */
  keys?: `g ${string}`
  columns: (col: ColumnBuilders<L>) => readonly Column[]
  /** Named filters, in the order of the digits that choose them. Each has its name under `<noun>.view.<name>`. */
  views: { readonly [Name in V]: string extends Name ? View<L> : TranslatedView<L, Name> }
  /**
   * The views that the list opens with for whoever has a right, the first that fits; for everybody else the first view.
   */
  opens?: readonly { readonly right: Right; readonly view: NoInfer<V> }[]
  /**
   * Where rows stand below each other: the field that holds the ids from the root down, between slashes, and the column that
   * branches are opened in. Such a list is read as a whole: a few thousand rows at most.
   */
  tree?: { readonly path: FieldsOfKind<L, 'text'>; readonly column: FieldsOfKind<L, 'text'> }
  /** Fields that have no vocabulary, and are chosen from the keys that a call answers. */
  chooses?: { readonly of: ChoicesEndpoint; readonly fields: { readonly [Field in FieldsOfKind<L, 'text'>]?: string } }
  /** Fields that `open` asks for beside those of the subject: rows have them, shown or not. */
  needs?: readonly Needed[]
  /** Where Enter leads from a row; nowhere where it answers null. */
  open?: (row: Pick<Row<L>, (SubjectField<L> & RowField<L>) | NoInfer<Needed>>) => string | null
  /** What a look at a row tells beside its fields: the history of the record whose id stands in a field. */
  timeline?: { readonly of: TimelineEndpoint; readonly id: FieldsOfKind<L, 'id'> }
  /** What else it tells: rows that belong to the record whose id stands in a field. */
  table?: { readonly of: RelatedRowsSource; readonly id: FieldsOfKind<L, 'id'> }
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
  readonly tree: { readonly path: string; readonly column: string } | null
  readonly chooses: ChoicesSource | null
  readonly needs: readonly string[]
  readonly open: ((row: Readonly<Record<string, unknown>>) => string | null) | null
  readonly timeline: { readonly of: TimelineEndpoint; readonly id: string } | null
  readonly table: { readonly of: RelatedRowsSource; readonly id: string } | null
}

const columns = new Proxy(
  {},
  {
    get:
      (_, kind: Kind) =>
      (field: string, look?: ColumnOptions): Column => ({ field, kind, ...look }),
  },
)

/** What a view asks of one field, as it stands in the filter line. */
function termOf([field, asked]: readonly [string, unknown]): string {
  if (field === 'sort') return `sort:${String(asked).replace(/-(\w+)/g, '$1-')}`
  if (asked === null) return `no:${field}`
  if (typeof asked === 'boolean') return `${asked ? '' : '-'}is:${field}`
  return Array.isArray(asked) ? `${field}:${asked.join(',')}` : `${field}${String(asked)}`
}
const lineOf = (view: Readonly<Record<string, unknown>>): string => Object.entries(view).map(termOf).join(' ')

/** A list page over `listing`. */
export function grid<L extends AnyListing, const V extends string = string, const Needed extends RowField<L> = never>(
  listing: WithTexts<L>,
  declared: GridDefinition<L, V, Needed>,
): Grid {
  const { page, keys, columns: made, opens = [], tree, chooses, needs = [], open, timeline, table } = declared
  // what `list` makes has all that a Listing has, and this one words; the compiler only sees what its type parameters keep
  const own = listing as unknown as Listing & { readonly id: MessageId }
  const views = declared.views as Readonly<Record<string, View<L>>> // those without words did not compile
  return {
    id: own.id,
    page,
    keys,
    listing: own,
    columns: made(columns as ColumnBuilders<L>),
    views: Object.entries(views).map(([name, view]) => ({ name, query: lineOf(view) })),
    opens,
    tree: tree ?? null,
    chooses: (chooses ?? null) as Grid['chooses'], // what is not named there is not there
    needs,
    open: (open ?? null) as Grid['open'], // called with rows of this listing only
    timeline: timeline ?? null,
    table: table ?? null,
  }
}
