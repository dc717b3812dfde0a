import { Readable } from 'node:stream'
import type { Field } from '#contract/kernel/field.ts'
import type { FileFormat } from '#contract/kernel/list.ts'
import { record } from './audit.ts'
import { breathe } from './breathe.ts'
import { throughCursor } from './cursor.ts'
import { type Cell, type FileColumn, fileColumns } from './export/column.ts'
import { csvFile } from './export/csv.ts'
import { xlsxFile } from './export/xlsx.ts'
import { FileAnswer } from './file.ts'
import { type Context, Refusal } from './implement.ts'
import type { Key } from './seek.ts'
import { type Portion, rowsFrom, type View } from './view.ts'

/** Rows read at once: so many that several of the database’s workers are worth their while, where there is no cursor. */
const chunk = 4_000
/** Rows made into cells at once: few, so that the server answers others between them. */
const atOnce = 1_000

/** What a file of a view is to be. */
export interface Wanted {
  readonly columns?: readonly string[] | undefined
  readonly format: FileFormat
}

const writers = {
  csv: { write: csvFile, type: 'text/csv; charset=utf-8' },
  xlsx: { write: xlsxFile, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
} as const satisfies Record<FileFormat, object>

/** The fields to export, in the order asked for. */
function fieldsOf({ context: { listing } }: View, columns: readonly string[] | undefined): readonly Field[] {
  if (!columns) return listing.fields
  return columns.map((name) => {
    const field = listing.fields.find((one) => one.name === name)
    if (!field) throw new Refusal('unknown_field', { field: name })
    return field
  })
}

type Stored = Readonly<Record<string, unknown>>
const cellsOf =
  (columns: readonly FileColumn[]) =>
  (row: Stored): Cell[] =>
    columns.map(({ name, cell }) => {
      const value = row[name]
      return value === null || value === undefined ? null : cell(value)
    })

type Rows = readonly Stored[]

/** Reads a view portion by portion behind a key, each behind the last row of the one before, and one ahead of what is written. */
async function* behindKeys(
  view: View,
  fields: readonly Field[],
  { tx }: Context,
  from: Key | null,
): AsyncGenerator<Rows> {
  let next: Promise<Portion> | null = rowsFrom(tx, view, chunk, { key: from, fields })
  while (next) {
    const { rows, key }: Portion = await next
    next = rows.length === chunk ? rowsFrom(tx, view, chunk, { key, fields }) : null
    next?.catch(() => {}) // thrown where it is waited for; nobody waits once the reader has gone
    yield rows
  }
}

/** Reads a view portion by portion: through a cursor, and on behind the last row where that ends before the view does. */
async function* portionsOf(view: View, fields: readonly Field[], call: Context): AsyncGenerator<Rows> {
  const { database, log } = call.ground
  let last: Key | null = null
  try {
    for await (const { rows, key } of throughCursor(database, view, { fields, size: atOnce })) {
      yield rows
      if (rows.length < atOnce) return
      last = key
    }
  } catch (error) {
    log.warn({ err: error, requestId: call.requestId }, 'cursor of an export')
  }
  yield* behindKeys(view, fields, call, last)
}

/** The cells of a view, so few rows at a time that others are answered between them. */
async function* chunksOf(view: View, fields: readonly Field[], call: Context): AsyncGenerator<Cell[][]> {
  const cells = cellsOf(fileColumns(view.context.listing.id, fields, call))
  for await (const rows of portionsOf(view, fields, call)) {
    for (let from = 0; from < rows.length; from += atOnce) {
      yield rows.slice(from, from + atOnce).map(cells)
      await breathe()
    }
  }
}

/** Leaves the export in the audit log: what was asked for, and how many rows went out, if not all then so many. */
async function audited(view: View, told: { complete: boolean; [name: string]: unknown }, call: Context): Promise<void> {
  const { listing } = view.context
  const { actor, now, requestId, ground, ip } = call
  await record(ground.database.db, {
    at: now,
    actorId: actor.id,
    actorName: actor.name,
    unitPath: actor.unitPath,
    roles: [...actor.roles],
    ip,
    page: listing.may as string, // a listing belongs to one page
    command: `${listing.id}.export`,
    risk: 'read',
    noun: listing.id.slice(0, listing.id.indexOf('.')),
    input: told,
    outcome: told.complete ? 'done' : 'failed',
    fault: told.complete ? null : 'export_cut',
    requestId,
    durationMs: ground.clock.now().getTime() - now.getTime(),
  })
}

/** What a file of a view is called, and what it is. */
export const fileOf = (view: View, { format }: Wanted): { readonly name: string; readonly type: string } => ({
  name: `${view.context.listing.id}-${view.moment.day.replaceAll('-', '')}.${format}`,
  type: writers[format].type,
})

/**
 * A view as the bytes of a file, as fast as its reader takes them; `count` hears how many rows are in it so far. Whoever
 * stops reading stops it. Either way it is on the record.
 * @throws Refusal for a column that the listing does not have.
 */
export function writing(
  view: View,
  { columns: names, format }: Wanted,
  call: Context,
  count = (_: number) => {},
): AsyncIterable<Buffer> {
  const { listing } = view.context
  const fields = fieldsOf(view, names)
  const columns = fileColumns(listing.id, fields, call)
  const { write } = writers[format]
  let rows = 0
  const counted = async function* () {
    for await (const some of chunksOf(view, fields, call)) {
      rows += some.length
      count(rows)
      yield some
    }
  }
  const bytes = async function* () {
    let complete = false
    try {
      yield* write(columns, counted())
      complete = true
    } finally {
      const told = { rows, format, columns: columns.map(({ name }) => name), complete }
      await audited(view, { ...told, ...(view.moment.unmasked && { unmasked: true }) }, call)
    }
  }
  return bytes()
}

/** A view as an answer that is streamed while it is read. */
export function exportFile(view: View, wanted: Wanted, call: Context): FileAnswer {
  const { name, type } = fileOf(view, wanted)
  const body = Readable.from(writing(view, wanted, call), { objectMode: false, highWaterMark: 262_144 })
  body.on('error', (error) => call.ground.log.warn({ err: error, requestId: call.requestId }, 'export'))
  return new FileAnswer(name, type, body)
}
