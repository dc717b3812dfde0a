import { mkdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { SQL } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzleLite } from 'drizzle-orm/pglite'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { embeddedClient } from './client/embedded-client.ts'
import { endAnyway, endWhenGone, endWhenSilent } from './client/half-open-connections.ts'
import { pipelineTransactions, StatementNames } from './client/pipelined-client.ts'
import { type FreeBytes, roomGuard } from './disk-space.ts'
import { migrateEmbedded, migrateServer } from './migrate.ts'
import type { NounSchema } from './noun-schema.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

/** Database handle of drizzle: any PostgreSQL, or a transaction of it; embedded (PGlite) by default, a server in production. */
export type Db = PgDatabase<PgQueryResultHKT>

/** An open database, and what only its driver can do. */
export interface Database {
  readonly db: Db
  readonly kind: 'embedded' | 'server'
  /**
   * One statement with `$1` parameters, or several without any, outside the transactions of `db`. One that has a name is
   * planned once for each connection.
   */
  query(text: string, values?: readonly unknown[], name?: string): Promise<{ rows: Record<string, unknown>[] }>
  /** Loads rows in bulk, all or none. `lines` are in the text format of COPY, each with its line feed. */
  copy(table: string, columns: readonly string[], lines: Uint8Array<ArrayBuffer>): Promise<void>
  /**
   * Calls back for every NOTIFY on `channel` (lower case), delivered at commit; with an empty payload where some may have
   * been missed. Answers how to stop.
   */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * Runs the migrations that are pending, and brings triggers and id sequences to what `nouns` declare.
   * @throws UnsupportedLocale where names of other scripts could not be found.
   */
  migrate(nouns: NounSchema): Promise<void>
  /** Gives way between two parts of long work: resolves when nobody else is in the middle of something. At once on a server. */
  idle(): Promise<void>
  close(): Promise<void>
}

// both drivers answer bigint as a number: amounts stay below 9.0e15
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Rows of a statement, as the driver gives them: bigint as number, timestamps and dates as text. */
export async function rowsOf<Row>(db: Db, statement: SQL): Promise<Row[]> {
  // both drivers answer { rows }; drizzle's common type hides it
  const { rows } = (await db.execute(statement)) as unknown as { rows: Row[] }
  return rows
}

/** SQLSTATE of an error, five signs; something else, or nothing, where the database did not say it. */
export function stateOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: { code?: string } } // drizzle wraps the driver's error
  return cause?.code ?? code ?? ''
}

/** Connection loss: whether a statement failed with its connection; then a transaction may have ended well, and nobody was told. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof DrizzleQueryError)) return false
  const state = stateOf(error)
  return /^(08|57P)/.test(state) || !/^(?=.*\d)[\dA-Z]{5}$/.test(state)
}

/** System errors of a connection that cannot be made, or that broke. */
const connectionErrors = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]

/** Whether the database could not be reached: a call that was under way may have ended well, one that begins now has not. */
export function isAway(error: unknown): boolean {
  const { cause, message = '' } = error as { cause?: unknown; message?: string } // drizzle wraps the driver's error
  const state = stateOf(error)
  return (
    connectionErrors.includes(state) ||
    /^(08|57P)/.test(state) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client .* is not queryable)/.test(message) ||
    (cause instanceof Error && isAway(cause))
  )
}

const copyInto = (table: string, columns: readonly string[], source: string) =>
  `copy "${table}" ("${columns.join('", "')}") from ${source}`

/** What the embedded database is made with, besides the place of its data. */
export const embedded = { extensions: { pg_trgm } }

async function openEmbedded(place: Embedded): Promise<Database> {
  if ('folder' in place) mkdirSync(place.folder, { recursive: true })
  const mustHaveRoom = 'folder' in place ? roomGuard(place.folder, place.freeBytes) : async () => {}
  const data = 'folder' in place ? { dataDir: place.folder } : { loadDataDir: place.memory }
  const lite = await PGlite.create({ ...data, ...embedded })
  // planned for its values each time: lists are filtered by what few rows have, and by what most have
  await lite.exec(`set timezone = 'UTC'; set plan_cache_mode = force_custom_plan`)
  const client = embeddedClient(lite, mustHaveRoom)
  const db = drizzleLite({ client: client as unknown as PGlite }) // the calls of it that drizzle makes
  const query: Database['query'] = async (text, values) => {
    if (values) return { rows: (await client.query(text, values)).rows as Record<string, unknown>[] } // rows as objects
    return { rows: (await lite.exec(text)).at(-1)?.rows ?? [] }
  }
  return {
    db: db as unknown as Db, // one driver of the two that PgDatabase stands for
    kind: 'embedded',
    query,
    async copy(table, columns, lines) {
      await mustHaveRoom()
      await lite.query(copyInto(table, columns, `'/dev/blob'`), [], { blob: new Blob([lines]) })
    },
    listen: (channel, heard) => lite.listen(channel, heard),
    async migrate(nouns) {
      await migrateEmbedded(lite, query, nouns)
      await client.forget()
    },
    idle: () => client.idle(),
    close: () => lite.close(),
  }
}

/** How long a connection may take to be made. */
const connectMs = 5_000
/** How long a statement may take, unless its transaction says otherwise, … */
const statementMs = 50_000
/** … and after how long without an answer nobody is there who would give one. */
const answerMaxMs = 60_000

/** How long after a connection was lost another is tried, in milliseconds. */
const againMs = 1_000

/** LISTEN wants a client of its own, which comes back when its connection is lost: what was told meanwhile was missed. */
async function listener(
  { url, silentMs = answerMaxMs }: ServerPlace,
  channel: string,
  heard: (payload: string) => void,
): Promise<() => Promise<void>> {
  const settings = { connectionString: url, connectionTimeoutMillis: connectMs }
  let client: pg.Client | undefined
  let stopped = false
  const connect = async (): Promise<void> => {
    client = new pg.Client({ ...settings, application_name: `lendline listen ${channel}` })
    client.on('error', () => {}) // 'end' follows
    client.once('end', () => setTimeout(again, againMs).unref())
    client.on('notification', ({ payload }) => heard(payload ?? ''))
    await client.connect()
    endAnyway(client)
    endWhenGone(client, silentMs / 4)
    await client.query(`listen ${channel}`)
  }
  const again = () => {
    if (!stopped)
      connect().then(
        () => heard(''),
        () => {}, // it ends, and is tried again
      )
  }
  await connect()
  return async () => {
    stopped = true
    await client?.end()
  }
}

/** COPY wants a client of its own: it cannot share one that pipelines. */
async function copyThrough(
  settings: pg.ClientConfig,
  statement: string,
  lines: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const client = new pg.Client(settings)
  await client.connect()
  try {
    await pipeline(Readable.from([lines]), client.query(copyFrom(statement)))
  } finally {
    await client.end()
  }
}

async function openServer(place: ServerPlace): Promise<Database> {
  const { url, poolMax: max = 10, silentMs = answerMaxMs } = place
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 60_000,
    // a row beside another costs a little more than the next one, not four times as much: nothing turns to find it. A page
    // wants its first rows: to merge reads from where the orders begin, and to share work keeps a processor from others
    options: '-c timezone=UTC -c random_page_cost=1.1 -c enable_mergejoin=off -c parallel_setup_cost=100000',
    application_name: 'lendline',
  }
  // a connection kept knows the tables: the first list of a new one takes four times as long
  const pool = new pg.Pool({ ...settings, max, idleTimeoutMillis: 600_000, keepAlive: true })
  const names = new StatementNames()
  // a lost connection: its statement says so where one was under way, and the next one opens another
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    endAnyway(client)
    endWhenSilent(client, silentMs)
    pipelineTransactions(client, names)
  })
  const db = drizzlePg(pool)
  return {
    db: db as unknown as Db, // one driver of the two that PgDatabase stands for
    kind: 'server',
    async query(text, values, name) {
      if (values) return pool.query<Record<string, unknown>>({ text, values: [...values], ...(name && { name }) })
      // several statements answer a list of results, which the driver's types leave out
      const results = [await pool.query<Record<string, unknown>>(text)].flat()
      return { rows: results.at(-1)?.rows ?? [] }
    },
    copy: (table, columns, lines) => copyThrough(settings, copyInto(table, columns, 'stdin'), lines),
    listen: (channel, heard) => listener(place, channel, heard),
    migrate: (nouns) => migrateServer(url, nouns),
    idle: yieldToEventLoop,
    close: () => pool.end(),
  }
}

/** A folder of its own, or only memory: what was dumped from another one, gone with the process. */
type Embedded = { readonly folder: string; readonly freeBytes?: FreeBytes } | { readonly memory: Blob }

/** A PostgreSQL. */
interface ServerPlace {
  readonly url: string
  /** How many connections to it are opened at most. */
  readonly poolMax?: number | undefined
  /** After how long without an answer, in milliseconds, it counts as gone. */
  readonly silentMs?: number
}

/** Where the data lies: in a PostgreSQL, or embedded. */
export type Place = ServerPlace | Embedded

/** Opens the database at a place. Its tables are brought up to date by `migrate`, not here. */
export const openDatabase = (place: Place): Promise<Database> =>
  'url' in place ? openServer(place) : openEmbedded(place)
