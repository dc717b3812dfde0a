import { Readable } from 'node:stream'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { Field } from '#contract/kernel/field.ts'
import { fileName } from '#contract/kernel/format.ts'
import type { FileFormat } from '#contract/kernel/list.ts'
import { record } from '#server/kernel/base/audit.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { RequestContext } from '#server/kernel/base/request-context.ts'
import { yieldToEventLoop } from '#server/kernel/base/yield-to-event-loop.ts'
import type { KeysetKey } from '#server/kernel/listing/keyset.ts'
import { type RowBatch, readRows, type View } from '#server/kernel/listing/view.ts'
import { type Cell, type FileColumn, fileColumns } from './column.ts'
import { csvFile } from './csv.ts'
import { readThroughCursor } from './cursor.ts'
import { xlsxFile } from './xlsx.ts'

/** Rows read at once: so many that several of the database’s workers are worth their while, where there is no cursor. */
const keysetBatchSize = 4_000
/**
 * Rows read through a cursor, and made into cells, at once: few, so that the server answers others between them, and that
 * a sweep of memory finds few of them; not fewer, which the statements would cost more than. A multiple of what sheets are
 * written in.
 */
const batchSize = 400

/** What a file of a view is to be. */
export interface FileOptions {
  readonly columns?: readonly string[] | undefined
  readonly format: FileFormat
}

/** File writer: makes rows of cells into the bytes of a file. */
export interface FileWriter {
  /** What names of such files end with. */
  readonly extension: string
  /** Its media type. */
  readonly type: string
  /** A batch of rows is emptied once the next one is asked for. */
  write(
    columns: readonly FileColumn[],
    rows: AsyncIterable<readonly (readonly Cell[])[]>,
  ): AsyncGenerator<Buffer, void, undefined>
}

/** Writers of files, by their format. */
export const writers: Readonly<Record<FileFormat, FileWriter>> = {
  csv: { extension: 'csv', type: 'text/csv; charset=utf-8', write: csvFile },
  xlsx: {
    extension: 'xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: xlsxFile,
  },
}

/** The fields to export, in the order asked for. */
function fieldsOf({ context: { listing } }: View, columns: readonly string[] | undefined): readonly Field[] {
  if (!columns) return listing.fields
  return columns.map((name) => {
    const field = listing.fields.find((one) => one.name === name)
    if (!field) throw new Refusal('unknown_field', { field: name })
    return field
  })
}

type StoredRow = Readonly<Record<string, unknown>>
/** What makes a row of a listing into cells. */
export const cellsOf =
  (columns: readonly FileColumn[]) =>
  (row: StoredRow): Cell[] =>
    columns.map(({ name, cell }) => {
      const value = row[name]
      return value === null || value === undefined ? null : cell(value)
    })

type Rows = StoredRow[]

/** Reads a view portion by portion behind a key, each behind the last row of the one before, and one ahead of what is written. */
async function* readByKeyset(
  view: View,
  fields: readonly Field[],
  { tx }: RequestContext,
  from: KeysetKey | null,
): AsyncGenerator<Rows> {
  let next: Promise<RowBatch> | null = readRows(tx, view, keysetBatchSize, { key: from, fields })
  while (next) {
    const { rows, key }: RowBatch = await next
    next = rows.length === keysetBatchSize ? readRows(tx, view, keysetBatchSize, { key, fields }) : null
    next?.catch(() => {}) // thrown where it is waited for; nobody waits once the reader has gone
    yield rows
  }
}

/** Reads a view portion by portion: through a cursor, and on behind the last row where that ends before the view does. */
async function* readBatches(view: View, fields: readonly Field[], call: RequestContext): AsyncGenerator<Rows> {
  const { database, log } = call.app
  let last: KeysetKey | null = null
  try {
    for await (const { rows, key } of readThroughCursor(database, view, { fields, size: batchSize })) {
      const isLast = rows.length < batchSize // afterwards they are gone
      yield rows
      if (isLast) return
      last = key
    }
  } catch (error) {
    log.warn({ err: error, requestId: call.requestId }, 'cursor of an export')
  }
  yield* readByKeyset(view, fields, call, last)
}

/**
 * Hands batches out, each emptied once the next one is asked for. The promises that they came by hang together, in memory that
 * is seldom swept (nepotism of a generational collector): rows that hung on them would stay for as long.
 */
export async function* emptiedAfterUse<Row>(batches: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  for await (const some of batches) {
    yield some
    some.length = 0
  }
}

/** The cells of a view, so few rows at a time that others are answered between them. */
async function* cellBatches(view: View, fields: readonly Field[], call: RequestContext): AsyncGenerator<Cell[][]> {
  const cells = cellsOf(fileColumns(view.context.listing.id, fields, call))
  for await (const rows of emptiedAfterUse(readBatches(view, fields, call))) {
    for (let from = 0; from < rows.length; from += batchSize) {
      yield rows.slice(from, from + batchSize).map(cells)
      await yieldToEventLoop()
    }
  }
}

/** Leaves an export in the audit log: of what it was, what was asked for, and how many rows went out, if not all then so many. */
export async function recordExport(
  { id, requires }: Pick<Endpoint, 'id' | 'requires'>,
  told: { complete: boolean; [name: string]: unknown },
  call: RequestContext,
): Promise<void> {
  const { actor, now, requestId, app, ip } = call
  const endedAt = app.clock.now() // a reader may be slow: an entry about long ago would look like one slipped in
  await record(app.database.db, {
    at: endedAt,
    actorId: actor.id,
    actorName: actor.name,
    unitPath: actor.unitPath,
    roles: [...actor.roles],
    ip,
    page: requires as string, // a listing and a report belong to one page
    command: `${id}.export`,
    risk: 'read',
    noun: id.slice(0, id.indexOf('.')),
    input: told,
    outcome: told.complete ? 'done' : 'failed',
    fault: told.complete ? null : 'export_cut',
    requestId,
    durationMs: endedAt.getTime() - now.getTime(),
  })
}

/** What a file of a view is called, in the reader’s words, and what it is. */
export const exportFileName = (
  view: View,
  { extension, type }: FileWriter,
  { t }: Pick<RequestContext, 't'>,
): { readonly name: string; readonly type: string } => ({
  name: fileName(t(`menu.${view.context.listing.requires as string}`), view.readContext.day, extension), // its one page
  type,
})

/** How a file is written, and who hears how many rows are in it so far. */
interface WriteOptions {
  readonly writer: FileWriter
  readonly count?: (rows: number) => void
}

/**
 * Export stream: a view as the bytes of a file, as fast as its reader takes them. Whoever stops reading stops it. Either way it is on the record.
 * @throws Refusal for a column that the listing does not have.
 */
export function exportBytes(
  view: View,
  { columns: names }: Pick<FileOptions, 'columns'>,
  call: RequestContext,
  { writer, count }: WriteOptions,
): AsyncIterable<Buffer> {
  const { listing } = view.context
  const fields = fieldsOf(view, names)
  const columns = fileColumns(listing.id, fields, call)
  let rows = 0
  const counted = async function* () {
    for await (const some of emptiedAfterUse(cellBatches(view, fields, call))) {
      rows += some.length
      count?.(rows)
      yield some
    }
  }
  const bytes = async function* () {
    let complete = false
    try {
      yield* writer.write(columns, counted())
      complete = true
    } finally {
      const told = { rows, format: writer.extension, columns: columns.map(({ name }) => name), complete }
      await recordExport(listing, { ...told, ...(view.readContext.unmasked && { unmasked: true }) }, call)
    }
  }
  return bytes()
}

/** Export as a file response that is streamed while it is read. */
export function exportFile(view: View, wanted: FileOptions, call: RequestContext): FileResponse {
  const writer = writers[wanted.format]
  const { name, type } = exportFileName(view, writer, call)
  const body = Readable.from(exportBytes(view, wanted, call, { writer }), { objectMode: false, highWaterMark: 262_144 })
  body.on('error', (error) => call.app.log.warn({ err: error, requestId: call.requestId }, 'export'))
  return new FileResponse(name, type, body)
}
