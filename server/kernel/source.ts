import { Column, is, SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import type { FaultValues } from '#contract/kernel/fault.ts'
import type { Field } from '#contract/kernel/field.ts'
import type { Scope } from '#contract/kernel/grants.ts'
import { mask, maskTail } from '#contract/kernel/mask.ts'
import type { LocalDate, Masked, Money, Ref, Secret } from '#contract/kernel/values.ts'
import { today } from './clock.ts'
import { type Db, rowsOf } from './database.ts'
import type { Ground } from './ground.ts'
import type { Found } from './implement.ts'
import type { Actor } from './permit.ts'

export type Expression = SQL | Column

/** Where an amount stands: its minor units, and its currency. */
export interface AmountAt {
  readonly minor: Expression
  readonly currency: Expression
}
/** Where another record's id and name stand. */
export interface RefAt {
  readonly id: Expression
  readonly name: Expression
}
/** Personal data that is encrypted: its last four characters, and the blind index that finds it. */
export interface HiddenAt {
  readonly tail: Expression
  readonly blindIndex: Expression
}
/** Whole days since a date, or hours since a moment: compared by that, so that an index serves. */
export interface Since {
  readonly since: Expression
  readonly unit: 'day' | 'hour'
}
/** A choice that follows from other columns: the first condition that holds. Compared by the conditions themselves. */
export interface Decided {
  readonly decided: readonly (readonly [string, SQL])[]
}
/** The text of a key in the language of whoever reads. */
export type Say = (key: string, values?: FaultValues) => string
/** Made of what was selected, after it was read. Cannot be filtered or sorted. */
export interface Made {
  readonly select: Readonly<Record<string, Expression>>
  readonly make: (stored: Readonly<Record<string, unknown>>, moment: Moment) => unknown
}
export type Place = Expression | AmountAt | RefAt | HiddenAt | Since | Decided | Made

/** When and by whom a source is read, where a field depends on it. */
export interface Moment {
  readonly now: string
  readonly day: LocalDate
  /** Minutes that the operating country's clock is ahead of UTC. */
  readonly offsetMinutes: number
  readonly say: Say
  /** Personal data is read as it is, but for what is kept encrypted. Whoever asks for that has proved that they may. */
  readonly unmasked?: boolean
}

/** The day a moment falls on where the business runs. */
export const localDay = (at: Expression, { offsetMinutes }: Moment): SQL =>
  sql`(${at} + make_interval(mins => ${offsetMinutes}))::date`

/** Where the value of a field stands, by what it holds. */
type PlaceOf<Value> = [NonNullable<Value>] extends [Money]
  ? AmountAt
  : [NonNullable<Value>] extends [Ref]
    ? RefAt
    : [NonNullable<Value>] extends [Masked]
      ? Expression | HiddenAt
      : [NonNullable<Value>] extends [number]
        ? Expression | Since
        : [NonNullable<Value>] extends [string]
          ? Expression | Decided | Made
          : Expression
export type Places<Row> = { readonly [Name in keyof Row]-?: PlaceOf<Row[Name]> }

/** Where the rows of a listing or a subject come from. */
export interface Source<Row = Record<string, unknown>> {
  /** The table whose rows these are: it has the id, the version and who changed it last, and is what gets locked. */
  readonly table: PgTable & { readonly id: Column }
  /** `table`, and what is joined to it. */
  readonly from: SQL
  /** The same for whoever reads most of it: what `from` adds up for one row after the other is added up once for all. */
  readonly whole?: SQL
  /** What belongs to it at all, of everything that is stored there. */
  readonly where?: SQL
  /** What rows that were in it become: still told to whoever saw them there. */
  readonly left?: SQL
  readonly at: (moment: Moment) => Places<Row>
  /** Whose rows they are, per scope. What is not named here is nobody's. */
  readonly scope: { readonly [S in Exclude<Scope, 'all'>]?: (actor: Actor) => SQL }
}

/** Whose eyes rows are read with. */
export interface Reach {
  readonly actor: Actor
  readonly scopes: readonly Scope[]
  readonly ground: Pick<Ground, 'clock' | 'secrets'>
  /** In whose words, where a field is said in words. */
  readonly say?: Say
}

/** The condition that keeps rows within reach. No scope reaches nothing. */
export function withinReach(source: Source, { actor, scopes }: Reach): SQL {
  if (scopes.includes('all')) return sql`true`
  const conditions = scopes.flatMap((scope) => (scope === 'all' ? [] : (source.scope[scope]?.(actor) ?? [])))
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`
}

type Stored = Record<string, unknown>
interface Reading {
  readonly select: readonly SQL[]
  readonly read: Read
}

const column = (name: string) => sql.identifier(name)
export const isPlain = (place: Place): place is Expression => is(place, SQL) || is(place, Column)
export const isAmount = (place: Place): place is AmountAt => !isPlain(place) && 'minor' in place
export const isRef = (place: Place): place is RefAt => !isPlain(place) && 'id' in place
export const isHidden = (place: Place): place is HiddenAt => !isPlain(place) && 'blindIndex' in place
export const isSince = (place: Place): place is Since => !isPlain(place) && 'since' in place
export const isDecided = (place: Place): place is Decided => !isPlain(place) && 'decided' in place
const isMade = (place: Place): place is Made => !isPlain(place) && 'make' in place

/** PostgreSQL's `2026-01-31 09:30:00.5+00` as the contract has moments. */
const toInstant = (text: string): string => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`

type Read = (stored: Stored) => unknown

const readSingle = ({ name, kind, of }: Field, masking: (of: Secret, text: string) => string): Read => {
  if (kind === 'instant') return (stored) => (stored[name] === null ? null : toInstant(stored[name] as string))
  if (kind !== 'masked') return (stored) => stored[name]
  const secret = of as Secret // a masked field always says of what
  return (stored) => (stored[name] === null ? null : masking(secret, stored[name] as string))
}

/** Nothing is hidden. */
const inFull = (_: Secret, text: string): string => text

/** How much has passed: whole days or hours, none while the date or moment is to come. */
export const sinceSql = ({ since, unit }: Since, { day, now }: Moment): SQL =>
  unit === 'day'
    ? sql`case when ${since} is not null then greatest(0, ${day}::date - ${since}) end`
    : sql`case when ${since} is not null then greatest(0, floor(extract(epoch from ${now}::timestamptz - ${since}) / 3600))::int end`

/** The first condition of a choice that holds, as text. */
export const decidedSql = ({ decided }: Decided): SQL =>
  sql`case ${sql.join(
    decided.map(([value, condition]) => sql`when ${condition} then ${value}`),
    sql` `,
  )} end`

/** What has been selected beside a field already, by what it is: amounts of a row share their currency. */
type Beside = Map<Expression, string>

/** Two columns for one field: its value, and what goes with it, unless that is there already. */
const pair = (
  name: string,
  [first, second]: readonly [Expression, Expression],
  beside: Beside,
  make: (a: unknown, b: unknown) => unknown,
): Reading => {
  const known = beside.get(second)
  const other = known ?? `${name} +`
  beside.set(second, other)
  const value = sql`${first} as ${column(name)}`
  return {
    select: known ? [value] : [value, sql`${second} as ${column(other)}`],
    read: (stored) => (stored[name] === null ? null : make(stored[name], stored[other])),
  }
}

/** How one field is selected, and read from what comes back. */
function reading(field: Field, place: Place, moment: Moment, beside: Beside): Reading {
  const { name } = field
  if (isAmount(place))
    return pair(name, [place.minor, place.currency], beside, (minor, currency) => ({ minor, currency }))
  if (isRef(place)) return pair(name, [place.id, place.name], beside, (id, label) => ({ id, name: label ?? '–' }))
  if (isMade(place)) {
    const select = Object.entries(place.select).map(([key, from]) => sql`${from} as ${column(key)}`)
    return { select, read: (stored) => place.make(stored, moment) }
  }
  if (isHidden(place)) return { select: [sql`${place.tail} as ${column(name)}`], read: readSingle(field, maskTail) }
  const from = isSince(place) ? sinceSql(place, moment) : isDecided(place) ? decidedSql(place) : place
  return { select: [sql`${from} as ${column(name)}`], read: readSingle(field, moment.unmasked ? inFull : mask) }
}

/** Plain fields as further columns of a select: for those whose value is one expression. */
export const fieldsSelect = (places: AnyPlaces, fields: readonly Field[]): SQL =>
  sql.join(
    fields.map(({ name }) => {
      const place = places[name]!
      if (isPlain(place)) return sql`, ${place} as ${column(name)}`
      if (isDecided(place)) return sql`, ${decidedSql(place)} as ${column(name)}`
      throw new TypeError(`${name} is not one expression`)
    }),
  )

type AnyPlaces = Readonly<Record<string, Place>>

/** When and by whom a source is read; where nobody reads, texts are their keys. */
export const momentOf = ({ clock }: Pick<Ground, 'clock'>, now: Date, say: Say = (key) => key): Moment => ({
  say,
  now: now.toISOString(),
  day: today(clock, now),
  offsetMinutes: offsetMinutesOf(clock.country),
})

/** The columns to select for `fields`, and how a row is made of what comes back. */
export function readingOf(places: AnyPlaces, fields: readonly Field[], moment: Moment) {
  const beside: Beside = new Map()
  const readings = fields.map((field) => [field.name, reading(field, places[field.name]!, moment, beside)] as const)
  return {
    columns: sql.join(
      readings.flatMap(([, { select }]) => select),
      sql`, `,
    ),
    row(stored: Stored): Stored {
      const row: Stored = {}
      for (const [name, { read }] of readings) row[name] = read(stored)
      return row
    },
  }
}

/** Which rows of a source are wanted, and in which order. */
interface Wanted {
  readonly where: SQL
  readonly order?: SQL
  /** Keeps them from other writers until the transaction ends. */
  readonly lock?: boolean
}

/** Rows of a source, within reach. For the few rows of a detail; lists read views. */
export async function findMany<Row>(
  tx: Db,
  { source, fields }: { readonly source: Source<Row>; readonly fields: readonly Field[] },
  { where, order = sql`1`, lock = false }: Wanted,
  reach: Reach,
): Promise<Row[]> {
  const any = source as unknown as Source // from here on fields are looked up by name
  const moment = momentOf(reach.ground, reach.ground.clock.now(), reach.say)
  const { columns, row } = readingOf(any.at(moment), fields, moment)
  const mine = sql`${where} and ${source.where ?? sql`true`} and ${withinReach(any, reach)}`
  const locking = lock ? sql`for update of ${source.table}` : sql``
  const found = await rowsOf<Stored>(
    tx,
    sql`select ${columns} from ${source.from} where ${mine} order by ${order} ${locking}`,
  )
  return found.map(row) as Row[] // read field by field as the source's types say
}

/** One row by its id, or undefined where there is none within reach. */
export async function findOne(tx: Db, { source, subject }: Found, id: string, reach: Reach & { lock?: boolean }) {
  const { lock = false } = reach
  const [row] = await findMany(
    tx,
    { source, fields: subject.fields },
    { where: sql`${source.table.id} = ${id}`, lock },
    reach,
  )
  return row
}

/** Who changed a row last; told to whoever saw the version before. */
export async function changedBy(tx: Db, { table }: Source, id: string): Promise<string> {
  const [row] = await rowsOf<{ who: string | null }>(
    tx,
    sql`select changed_by as who from ${table} where ${table.id} = ${id}`,
  )
  return row?.who ?? '–'
}
