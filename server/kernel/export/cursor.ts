import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Field } from '#contract/kernel/field.ts'
import { type Database, type Db, rowsOf } from '#server/kernel/base/database.ts'
import { type RowBatch, type View, viewStatement } from '#server/kernel/listing/view.ts'
import { cheaper } from './cheaper.ts'

/** How many cursors a server has open at once: each keeps a connection for as long as it is read. */
const openMax = 3
/** A reader that takes nothing for so long keeps no connection any longer, in ms. */
const readerTimeoutMs = 15_000
/** How long the first rows may take, in ms: they come when all are in their order. */
const sortTimeoutMs = 600_000

const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** Which fields are read, and how many rows at once. */
interface CursorOptions {
  readonly fields: readonly Field[]
  readonly size: number
}

/** Whether something comes about within a reader's patience. */
async function isWithinTimeout(coming: Promise<unknown>): Promise<boolean> {
  const over = new AbortController()
  const late = setTimeout(readerTimeoutMs, false, { signal: over.signal }).catch(() => false)
  try {
    return await Promise.race([coming.then(() => true), late])
  } finally {
    over.abort()
  }
}

type Writer = WritableStreamDefaultWriter<RowBatch>

/** Hands a view out, portion by portion, two ahead of its reader; no further where the reader takes none. */
async function fetchBatches(tx: Db, view: View, { fields, size }: CursorOptions, writer: Writer): Promise<void> {
  const { context } = view
  const { statement, portion } = await cheaper(tx, context.source, (source) =>
    viewStatement({ ...view, context: { ...context, source } }, { fields }),
  )
  // all of it will be read: what comes first need not come soon
  await tx.execute(sql`set local cursor_tuple_fraction = 1`)
  await tx.execute(sql`set local statement_timeout = ${sql.raw(String(sortTimeoutMs))}`)
  await tx.execute(sql`declare portions no scroll cursor for ${statement}`)
  const next = sql.raw(`fetch ${size} from portions`)
  for (;;) {
    const stored = await rowsOf<Record<string, unknown>>(tx, next)
    const read = portion(stored)
    const isLast = read.rows.length < size
    // the driver's queries of a transaction hang together until memory is swept as a whole: no rows shall hang on them
    stored.length = 0
    if (!(await isWithinTimeout(writer.ready))) return
    writer.write(read).catch(() => {}) // who reads no more is told by `ready`
    if (isLast) return
  }
}

const openCursors = new WeakMap<Database, number>()
const openCount = (database: Database): number => openCursors.get(database) ?? 0

/**
 * Reads a view once, as it stands at one moment: each portion is of `size` rows, the last one of fewer. It ends early where
 * nobody takes what is read, and is empty where a connection cannot be spared: whoever reads goes on behind the last key.
 */
export function readThroughCursor(database: Database, view: View, wanted: CursorOptions): ReadableStream<RowBatch> {
  const { readable, writable } = new TransformStream<RowBatch, RowBatch>()
  const writer = writable.getWriter()
  const spared = database.kind === 'server' && openCount(database) < openMax
  if (spared) openCursors.set(database, openCount(database) + 1)
  const work = spared
    ? database.db
        .transaction((tx) => fetchBatches(tx, view, wanted, writer), snapshot)
        .finally(() => openCursors.set(database, openCount(database) - 1))
    : Promise.resolve()
  work
    .then(
      () => writer.close(),
      (error) => writer.abort(error),
    )
    .catch(() => {}) // nobody reads any more
  return readable
}
