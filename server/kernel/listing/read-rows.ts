import { type SQL, sql } from 'drizzle-orm'
import type { Field } from '#contract/kernel/field.ts'
import { mask, maskedLastFour } from '#contract/kernel/mask.ts'
import type { Secret } from '#contract/kernel/values.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import {
  type ColumnMapping,
  caseWhenSql,
  type Expression,
  elapsedSql,
  isAmount,
  isCaseWhen,
  isComputed,
  isElapsed,
  isEncrypted,
  isListedText,
  isPlain,
  isRef,
  type ReadContext,
  readContextOf,
} from './column-mapping.ts'
import { type AccessScope, hasId, type RowSource, type Source, withinScope } from './source.ts'

type AnyMappings = Readonly<Record<string, ColumnMapping>>

type StoredRow = Record<string, unknown>
interface FieldReader {
  readonly select: readonly SQL[]
  readonly read: Read
}

const column = (name: string) => sql.identifier(name)
/** PostgreSQL's `2026-01-31 09:30:00.5+00` as the contract has moments. */
const toInstant = (text: string): string => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`

type Read = (stored: StoredRow) => unknown

const singleReader = ({ name, kind, of }: Field, masking: (of: Secret, text: string) => string): Read => {
  if (kind === 'instant') return (stored) => (stored[name] === null ? null : toInstant(stored[name] as string))
  if (kind !== 'masked') return (stored) => stored[name]
  const secret = of as Secret // a masked field always says of what
  return (stored) => (stored[name] === null ? null : masking(secret, stored[name] as string))
}

/** Nothing is hidden. */
const unmaskedText = (_: Secret, text: string): string => text

/** What has been selected beside a field already, by what it is: amounts of a row share their currency. */
type SharedColumns = Map<Expression, string>

/** Two columns for one field: its value, and what goes with it, unless that is there already. */
const pairReader = (
  name: string,
  [first, second]: readonly [Expression, Expression],
  beside: SharedColumns,
  make: (a: unknown, b: unknown) => unknown,
): FieldReader => {
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
function fieldReader(
  field: Field,
  mapping: ColumnMapping,
  readContext: ReadContext,
  beside: SharedColumns,
): FieldReader {
  const { name } = field
  if (isAmount(mapping))
    return pairReader(name, [mapping.minor, mapping.currency], beside, (minor, currency) => ({ minor, currency }))
  if (isRef(mapping))
    return pairReader(name, [mapping.id, mapping.name], beside, (id, label) => ({ id, name: label ?? '–' }))
  if (isComputed(mapping)) {
    const select = Object.entries(mapping.select).map(([key, from]) => sql`${from} as ${column(key)}`)
    return { select, read: (stored) => mapping.compute(stored, readContext) }
  }
  if (isEncrypted(mapping))
    return { select: [sql`${mapping.tail} as ${column(name)}`], read: singleReader(field, maskedLastFour) }
  const from = isElapsed(mapping)
    ? elapsedSql(mapping, readContext)
    : isCaseWhen(mapping)
      ? caseWhenSql(mapping)
      : isListedText(mapping)
        ? mapping.listed
        : mapping
  return {
    select: [sql`${from} as ${column(name)}`],
    read: singleReader(field, readContext.unmasked ? unmaskedText : mask),
  }
}

/** Plain fields as further columns of a select: for those whose value is one expression. */
export const fieldsSelect = (mappings: AnyMappings, fields: readonly Field[]): SQL =>
  sql.join(
    fields.map(({ name }) => {
      const mapping = mappings[name]!
      if (isPlain(mapping)) return sql`, ${mapping} as ${column(name)}`
      if (isCaseWhen(mapping)) return sql`, ${caseWhenSql(mapping)} as ${column(name)}`
      throw new TypeError(`${name} is not one expression`)
    }),
  )

/** The columns to select for `fields`, and how a row is made of what comes back. */
export function rowReader(mappings: AnyMappings, fields: readonly Field[], readContext: ReadContext) {
  const beside: SharedColumns = new Map()
  const readings = fields.map(
    (field) => [field.name, fieldReader(field, mappings[field.name]!, readContext, beside)] as const,
  )
  return {
    columns: sql.join(
      readings.flatMap(([, { select }]) => select),
      sql`, `,
    ),
    row(stored: StoredRow): StoredRow {
      const row: StoredRow = {}
      for (const [name, { read }] of readings) row[name] = read(stored)
      return row
    },
  }
}

/** Which rows of a source are wanted, and in which order. */
interface RowQuery {
  readonly where: SQL
  readonly order?: SQL
  /** Keeps them from other writers until the transaction ends. */
  readonly lock?: boolean
}

/** Rows of a source, within reach. For the few rows of a detail; lists read views. */
export async function findMany<Row>(
  tx: Db,
  { source, fields }: { readonly source: Source<Row>; readonly fields: readonly Field[] },
  { where, order = sql`1`, lock = false }: RowQuery,
  access: AccessScope,
): Promise<Row[]> {
  const any = source as unknown as Source // from here on fields are looked up by name
  const readContext = readContextOf(access.app, access.app.clock.now(), access.t, access.actor)
  const { columns, row } = rowReader(any.columns(readContext), fields, readContext)
  const mine = sql`${where} and ${source.where ?? sql`true`} and ${withinScope(any, access)}`
  const locking = lock ? sql`for update of ${source.table}` : sql``
  const found = await rowsOf<StoredRow>(
    tx,
    sql`select ${columns} from ${source.from} where ${mine} order by ${order} ${locking}`,
  )
  return found.map(row) as Row[] // read field by field as the source's types say
}

/** One row by its id, or undefined where there is none within reach. */
export async function findOne(
  tx: Db,
  { source, subject }: RowSource,
  id: string,
  access: AccessScope & { lock?: boolean },
) {
  const { lock = false } = access
  const [row] = await findMany(
    tx,
    { source, fields: subject.fields },
    { where: sql`${source.table.id} = ${id}`, lock },
    access,
  )
  return row
}

/** Those of several ids whose rows are within reach: for sheets, which name rows that nobody has been shown. */
export async function idsWithin<Id extends string>(
  tx: Db,
  source: Pick<Source, 'table' | 'from' | 'where' | 'scope' | 'visible'>,
  ids: readonly Id[],
  access: AccessScope,
): Promise<Id[]> {
  const mine = sql`${hasId(source, ids)} and ${source.where ?? sql`true`} and ${withinScope(source, access)}`
  const found = await rowsOf<{ id: Id }>(tx, sql`select ${source.table.id} as id from ${source.from} where ${mine}`)
  return found.map(({ id }) => id)
}

/** Who changed a row last; told to whoever saw the version before. */
export async function changedBy(tx: Db, { table }: Source, id: string): Promise<string> {
  const [row] = await rowsOf<{ who: string | null }>(
    tx,
    sql`select changed_by as who from ${table} where ${table.id} = ${id}`,
  )
  return row?.who ?? '–'
}
