import { and, eq, sql } from 'drizzle-orm'
import type { FileFormat } from '#contract/kernel/list.ts'
import type { AppContext, Context } from '#server/kernel/call/context.ts'
import { exportBytes, type FileOptions, type FileWriter, writers } from '#server/kernel/export/export-file.ts'
import { type ReportFileQuery, reportBytes } from '#server/kernel/export/report-file.ts'
import { viewToExport } from '#server/kernel/export/view-to-export.ts'
import type { Reach } from './access.ts'
import { begin, dropGivenUp, ExportStopped, fail, keepPart, tell, whileAlive } from './lease.ts'
import { pdfWriter } from './pdf-writer.ts'
import { type ExportRecord, exportPartRows } from './store.ts'

/** A file to be made, as it was asked for. */
export type Export = ExportRecord
/** How it was asked for: what a list or a report takes, whichever it is made of. */
export type StoredInput = Parameters<typeof viewToExport>[2] &
  Pick<FileOptions, 'columns'> &
  ReportFileQuery & { readonly format: FileFormat | 'pdf'; readonly title?: string } & {
    readonly reach?: readonly Reach[]
    readonly lease?: string
  }

const dayMs = 24 * 3_600_000

/** What every file begins with; it is kept for so many days. */
export const newFile = (now: Date, days = 1) => ({
  ...{ version: 1, changedBy: null, state: 'making' as const, done: 0 },
  ...{ createdAt: now, beatAt: now, expiresAt: new Date(now.getTime() + days * dayMs) },
})

/** How much is kept at once, and how often is said how far it has come. */
const [partBytes, beatMs] = [524_288, 1_000]

/** The writer of files of a format. */
export const writerOf = (
  { format, title = '' }: Pick<StoredInput, 'format' | 'title'>,
  context: Context,
): FileWriter => (format === 'pdf' ? pdfWriter(title, context) : writers[format])

/** What goes into a file; `count` hears how many rows. */
async function bytesOf(made: Export, context: Context, count: (rows: number) => void): Promise<AsyncIterable<Buffer>> {
  const { reports, listings } = context.app.registry
  const asked = made.input as StoredInput // checked when it was asked for
  const writer = writerOf(asked, context)
  const report = reports.get(made.listing)
  if (report) {
    const { format: _, title: __, reach: ___, lease: ____, ...query } = asked
    const { bytes, rows } = await reportBytes(report, query, context, writer)
    count(rows)
    return bytes
  }
  const { listing, source } = listings.get(made.listing)!
  const view = await viewToExport(listing, source, asked, context)
  return exportBytes(view, asked, context, { writer, count })
}

/** What came of a file. */
export interface Written {
  readonly rows: number
  readonly bytes: number
}

async function writeParts(made: Export, context: Context): Promise<Written> {
  const { app } = context
  let [rows, total, seq, held, told] = [0, 0, 0, [] as Buffer[], performance.now()]
  const put = async () => {
    const bytes = Buffer.concat(held)
    held = []
    seq += 1
    if (bytes.length > 0) await keepPart(made, { seq, bytes, done: rows }, app)
  }
  const bytes = await bytesOf(made, context, (count) => {
    rows = count
  })
  let size = 0
  for await (const piece of bytes) {
    held.push(piece)
    size += piece.length
    total += piece.length
    if (size >= partBytes) {
      size = 0
      await put()
    }
    if (performance.now() - told < beatMs) continue
    told = performance.now()
    await tell(app.database.db, made, { done: rows })
  }
  await put()
  return { rows, bytes: total }
}

/**
 * Makes a file to its end; made again, it begins anew. Nothing is left of one that is given up, and nothing is touched of one
 * that somebody else has taken up meanwhile. @throws what stopped it.
 */
export async function writeFile(made: Export, context: Context): Promise<Written> {
  const { app } = context
  try {
    await begin(made, app)
    const written = await whileAlive(made, app, () => writeParts(made, context))
    await tell(app.database.db, made, { state: 'done', done: written.rows, count: written.rows })
    return written
  } catch (error) {
    // where that cannot be written down, somebody takes the file up later
    await (error instanceof ExportStopped ? dropGivenUp : fail)(made, app).catch(() => {})
    throw error
  }
}

/** Makes a file, to its end or until it is given up. */
export async function buildFile(made: Export, context: Context): Promise<void> {
  const { log } = context.app
  await writeFile(made, context).catch((error: unknown) => {
    if (!(error instanceof ExportStopped)) log.error({ err: error, requestId: made.requestId }, 'exports')
  })
}

/** What is in a file, piece by piece. */
export async function* readParts(
  { id }: Pick<Export, 'id'>,
  { database: { db } }: AppContext,
): AsyncGenerator<Uint8Array> {
  for (let seq = 1; ; seq += 1) {
    const [part] = await db
      .select({ bytes: exportPartRows.bytes })
      .from(exportPartRows)
      .where(and(eq(exportPartRows.exportId, id), eq(exportPartRows.seq, seq)))
    if (!part) return
    yield part.bytes
  }
}

/** How many bytes are in a file. */
export async function sizeOf({ id }: Pick<Export, 'id'>, { tx }: Pick<Context, 'tx'>): Promise<number> {
  const [all] = await tx
    .select({ bytes: sql<number>`coalesce(sum(length(${exportPartRows.bytes})), 0)::int` })
    .from(exportPartRows)
    .where(eq(exportPartRows.exportId, id))
  return all!.bytes
}
