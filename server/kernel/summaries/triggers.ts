import { createHash } from 'node:crypto'
import { Column, getTableName, is, SQL, sql } from 'drizzle-orm'
import { PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import { addition, rebuilding, type Summary, type SummaryPart } from './summary.ts'

const dialect = new PgDialect()
/** A statement that takes no parameters. */
const textOf = (statement: SQL): string => dialect.sqlToQuery(statement.inlineParams()).sql

/** The columns of a table that a piece of SQL names. */
function columnsOf(table: PgTable, piece: unknown): string[] {
  if (is(piece, Column)) return piece.table === table ? [piece.name] : []
  if (is(piece, SQL)) return piece.queryChunks.flatMap((one) => columnsOf(table, one))
  return Array.isArray(piece) ? piece.flatMap((one) => columnsOf(table, one)) : []
}

/** Puts the rows of a transition, or one row, in the place of a table: what reads the table reads only those. */
const instead = (table: PgTable, rows: string, statement: SQL): SQL =>
  sql`with ${sql.identifier(getTableName(table))} as (select ${sql.raw(rows)}) ${statement}`

interface Trigger {
  readonly name: string
  /** When it fires: `after insert …`. */
  readonly fires: string
  readonly statements: readonly SQL[]
  /** Whether many rows may be written at once: what is joined to them is joined to all of them together. */
  readonly isOfMany: boolean
}

/** Paths of units are rewritten in summaries as they are everywhere: no row is taken back for that. */
const unitPath = 'unit_path'

/** Whether a row has changed in one of some columns. */
const anew = (columns: readonly string[]): string =>
  [...new Set(columns)]
    .filter((column) => column !== unitPath)
    .toSorted()
    .map((column) => `old."${column}" is distinct from new."${column}"`)
    .join(' or ')

/** A table of a summary, and what of it decides where rows go. */
interface Watched {
  readonly summary: Summary
  readonly table: PgTable
  /** Its columns in what rows are joined by, put together by and summed by. */
  readonly columns: readonly string[]
}

/** `business_event_days_payments_inserted`. */
const triggerName = ({ summary, table }: Watched, on: string): string =>
  `${getTableName(summary.table)}_${getTableName(table)}_${on}`

/** A statement that has written rows adds them; one that has deleted some takes them back. */
function ofStatement(watched: Watched, own: readonly SummaryPart[], on: 'inserted' | 'deleted'): Trigger {
  const { summary, table } = watched
  const [event, which, sign] = on === 'inserted' ? (['insert', 'new', 1] as const) : (['delete', 'old', -1] as const)
  return {
    name: triggerName(watched, on),
    fires: `after ${event} on ${getTableName(table)} referencing ${which} table as written for each statement`,
    statements: [instead(table, '* from written', addition(summary, own, { sign }))],
    isOfMany: true,
  }
}

interface Change {
  readonly on: 'updated' | 'moved'
  /** The parts whose rows go elsewhere, and which of those. */
  readonly parts: readonly SummaryPart[]
  readonly where?: SQL
  /** Columns of the table that decide about it. */
  readonly columns: readonly string[]
}

/** A row that has changed in what counts: its rows are taken back as they were, and added as they are. */
function ofChange(watched: Watched, { on, parts, where = sql`true`, columns }: Change): Trigger {
  const { summary, table } = watched
  return {
    name: triggerName(watched, on),
    fires: `after update on ${getTableName(table)} for each row when (${anew(columns)})`,
    statements: [
      instead(table, '(old).*', addition(summary, parts, { sign: -1, where })),
      instead(table, '(new).*', addition(summary, parts, { where })),
    ],
    isOfMany: false,
  }
}

/** The triggers of one table: what its own rows add, and where those of others go when one of its own changes. */
function triggersOf(summary: Summary, table: PgTable): Trigger[] {
  const values = [...summary.by, ...summary.sums].map(([, value]) => value)
  const watched = { summary, table, columns: columnsOf(table, [summary.from(sql``), values]) }
  const own = summary.parts.filter((part) => part.table === table)
  const others = summary.parts.filter((part) => part.table !== table)
  const joined = summary.beside.find((one) => one.table === table)
  const selectedBy = (parts: readonly SummaryPart[]) =>
    columnsOf(
      table,
      parts.map(({ select }) => select),
    )
  return [
    ...(own.length > 0
      ? [
          ofStatement(watched, own, 'inserted'),
          ofStatement(watched, own, 'deleted'),
          ofChange(watched, { on: 'updated', parts: own, columns: [...watched.columns, ...selectedBy(own)] }),
        ]
      : []),
    ...(joined
      ? [
          ofChange(watched, {
            ...{ on: 'moved', parts: others, where: joined.where },
            columns: [...watched.columns, ...selectedBy(others)],
          }),
        ]
      : []),
  ]
}

/** What makes a trigger: its function, and itself. */
const definitionOf = ({ name, fires, statements, isOfMany }: Trigger): string[] => [
  `create function ${name}() returns trigger language plpgsql
     -- planned once for a book of any size, whose rows are each found by a condition of an index: a bitmap scan cannot do
     -- without one. A plain scan can, and of tables that were empty then it would seem as cheap
     set plan_cache_mode = force_generic_plan set timezone = 'UTC'
     set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set jit = off
     set enable_mergejoin = off set enable_hashjoin = ${isOfMany ? 'on' : 'off'}
     as $$ begin ${statements.map(textOf).join('; ')}; return null; end $$`,
  `create trigger ${name} ${fires} execute function ${name}()`,
]

/** What the database keeps of a summary table by itself. */
export interface SummarySchema {
  /** The table: `business_event_days`. */
  readonly name: string
  /** Statements that make the triggers, and what they call. */
  readonly create: readonly string[]
  /** Counts everything anew. */
  readonly rebuild: string
  /** Another one where anything of it is. */
  readonly definition: string
}

/** What the database is told of a summary: triggers, and how everything is counted once. */
export function schemaOf(summary: Summary): SummarySchema {
  const tables = new Set([...summary.parts, ...summary.beside].map(({ table }) => table))
  const triggers = [...tables].flatMap((table) => triggersOf(summary, table))
  const create = triggers.flatMap(definitionOf)
  const rebuild = textOf(rebuilding(summary))
  return {
    name: getTableName(summary.table),
    ...{ create, rebuild },
    definition: createHash('sha256')
      .update([...create, rebuild].join(';'))
      .digest('hex'),
  }
}
