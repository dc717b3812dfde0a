import { Column, SQL, sql } from 'drizzle-orm'
import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import type { LocalDate, Masked, Money, Ref } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { type Clock, today } from '#server/kernel/base/clock.ts'
import type { Secrets } from '#server/kernel/base/secrets.ts'
import type { Services } from '#server/kernel/base/services.ts'
import type { Translate } from '#server/kernel/base/translations.ts'

export type Expression = SQL | Column

/** Columns of an amount: its minor units, and its currency. */
export interface AmountColumns {
  readonly minor: Expression
  readonly currency: Expression
  /** What of it a total counts, where the rest is counted with another row. All of it without. */
  readonly counted?: Expression
  /**
   * What it is a sum of, where that is rows of another table: how those are joined, and what of each counts. For sums of many
   * rows at once; joined, a row stands there as often as it has such rows.
   */
  readonly pieces?: { readonly joined: SQL; readonly minor: Expression }
  /** What it is compared with nothing by, where a row stands for many and `minor` is their sum: -1, 0 or 1. */
  readonly sign?: Expression
}
/** Columns of a reference: another record's id and name. */
export interface RefColumns {
  readonly id: Expression
  readonly name: Expression
  /** How text finds it, where that is not by its id or a part of its name. */
  readonly matching?: (of: { readonly text: string; readonly is: 'text' | 'prefix' }) => SQL
  /** Lookup table of its name, by which it is found once for all rows. */
  readonly among?: LookupTable
}
/** Lookup table: ids and their names; with others by language, it is found by any of them. */
export interface LookupTable {
  readonly id: Column
  readonly name: Column
  readonly names?: Column
}
/** Reference whose name is looked up, not joined: of many more joins to put in order, planning took longer than the rows. */
export const withName = (id: Expression, { id: key, name }: LookupTable): RefColumns => ({
  id,
  name: sql`(select ${name} from ${key.table} where ${key} = ${id})`,
  among: { id: key, name },
})
/** Several values told as one text, and found by any of them: never by a part of one that another begins with. */
export interface ListedText {
  readonly listed: Expression
  /** The values by themselves, as an array of text. */
  readonly values: Expression
  readonly matching: NonNullable<RefColumns['matching']>
}
/** Encrypted column: its last four characters, and the blind index that finds it. */
export interface Encrypted {
  readonly tail: Expression
  readonly blindIndex: Expression
}
/** Elapsed time: whole days since a date, or hours since a moment; compared by that, so that an index serves. */
export interface Elapsed {
  readonly since: Expression
  readonly unit: 'day' | 'hour'
}
/**
 * CASE WHEN: a choice that follows from other columns. Compared by the conditions themselves, so that an index serves: of
 * each row one holds at most.
 */
export interface CaseWhen {
  readonly caseWhen: readonly (readonly [string, SQL])[]
}
/** Number of a row that stands for many: their sum. It is added up; nothing compares it. */
export interface SummedNumber {
  readonly summed: Expression
}
/** Computed field: made of what was selected, after it was read. Cannot be filtered or sorted. */
export interface Computed {
  readonly select: Readonly<Record<string, Expression>>
  readonly compute: (stored: Readonly<Record<string, unknown>>, readContext: ReadContext) => unknown
}
export type ColumnMapping =
  | Expression
  | AmountColumns
  | RefColumns
  | ListedText
  | Encrypted
  | Elapsed
  | CaseWhen
  | SummedNumber
  | Computed

/** Read context: when and by whom a source is read, where a field depends on it. */
export interface ReadContext {
  readonly now: string
  readonly day: LocalDate
  readonly country: Clock['country']
  /** Minutes that the operating country's clock is ahead of UTC. */
  readonly offsetMinutes: number
  readonly t: Translate
  /** What opens values that are sealed under a key of their own; none where nobody reads. */
  readonly secrets?: Pick<Secrets, 'open'> | undefined
  /** Who reads, where somebody does: rules and tasks read for nobody. */
  readonly reader?: Actor | undefined
  /** What lists declare of their rows; none where nobody reads. */
  readonly registry?: Services['registry'] | undefined
  /** Personal data is read as it is, but for what is kept encrypted. Whoever asks for that has proved that they may. */
  readonly unmasked?: boolean
}

/** Where the value of a field stands, by what it holds. */
type MappingOf<Value> = [NonNullable<Value>] extends [Money]
  ? AmountColumns
  : [NonNullable<Value>] extends [Ref]
    ? RefColumns
    : [NonNullable<Value>] extends [Masked]
      ? Expression | Encrypted
      : [NonNullable<Value>] extends [number]
        ? Expression | Elapsed | SummedNumber
        : [NonNullable<Value>] extends [string]
          ? Expression | ListedText | CaseWhen | Computed
          : Expression
export type ColumnMappings<Row> = { readonly [Name in keyof Row]-?: MappingOf<Row[Name]> }

/** Whether a value is one expression. Asked of every field of every page: `instanceof` costs a fraction of `is`. */
export const isPlain = (mapping: ColumnMapping): mapping is Expression =>
  mapping instanceof SQL || mapping instanceof Column
export const isAmount = (mapping: ColumnMapping): mapping is AmountColumns => !isPlain(mapping) && 'minor' in mapping
export const isRef = (mapping: ColumnMapping): mapping is RefColumns => !isPlain(mapping) && 'id' in mapping
export const isListedText = (one: ColumnMapping): one is ListedText => !isPlain(one) && 'listed' in one
export const isEncrypted = (one: ColumnMapping): one is Encrypted => !isPlain(one) && 'blindIndex' in one
export const isElapsed = (mapping: ColumnMapping): mapping is Elapsed => !isPlain(mapping) && 'since' in mapping
export const isCaseWhen = (mapping: ColumnMapping): mapping is CaseWhen => !isPlain(mapping) && 'caseWhen' in mapping
export const isSummedNumber = (one: ColumnMapping): one is SummedNumber => !isPlain(one) && 'summed' in one
export const isComputed = (mapping: ColumnMapping): mapping is Computed => !isPlain(mapping) && 'compute' in mapping

/** How much has passed: whole days or hours, none while the date or moment is to come. */
export const elapsedSql = ({ since, unit }: Elapsed, { day, now }: ReadContext): SQL =>
  unit === 'day'
    ? sql`case when ${since} is not null then greatest(0, ${day}::date - ${since}) end`
    : sql`case when ${since} is not null then greatest(0, floor(extract(epoch from ${now}::timestamptz - ${since}) / 3600))::int end`

/** That none of these conditions holds. */
export const noneOf = (...conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` or `)}) is not true`

/** The condition of a choice that holds, as text. */
export const caseWhenSql = ({ caseWhen: decided }: CaseWhen): SQL =>
  sql`case ${sql.join(
    decided.map(([value, condition]) => sql`when ${condition} then ${value}`),
    sql` `,
  )} end`

/** The place of that condition among them, from 0. */
export const caseWhenRankSql = ({ caseWhen: decided }: CaseWhen): SQL =>
  sql`case ${sql.join(
    decided.map(([, condition], place) => sql`when ${condition} then ${sql.raw(String(place))}`),
    sql` `,
  )} end`

/** When and by whom a source is read; where nobody reads, texts are their keys. */
export const readContextOf = (
  { clock, secrets, registry }: Pick<Services, 'clock'> & Partial<Pick<Services, 'secrets' | 'registry'>>,
  now: Date,
  t: Translate = (key) => key,
  reader?: Actor,
): ReadContext => ({
  ...{ t, secrets, reader, registry },
  now: now.toISOString(),
  day: today(clock, now),
  country: clock.country,
  offsetMinutes: offsetMinutesOf(clock.country),
})
