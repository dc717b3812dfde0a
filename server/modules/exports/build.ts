import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext, Context } from '#server/kernel/call/context.ts'
import { exportBytes } from '#server/kernel/export/export-file.ts'
import { viewToExport } from '#server/kernel/export/view-to-export.ts'
import { exportPartRows, exportRows } from './store.ts'

/** A file to be made, as it was asked for. */
export type Export = typeof exportRows.$inferSelect
type ExportArgs = Parameters<typeof viewToExport>[2] & Parameters<typeof exportBytes>[1]

/** How much is kept at once, and how often is said how far it has come. */
const [partBytes, beatMs] = [524_288, 1_000]

/** Somebody has given it up. */
class ExportStopped extends Error {}

const mine = ({ id }: Export) => and(eq(exportRows.id, id), eq(exportRows.state, 'making'))

/** Says how far a file has come. @throws Stopped where it is no longer wanted. */
async function heartbeat(db: Db, made: Export, done: number, now: Date): Promise<void> {
  const [row] = await db
    .update(exportRows)
    .set({ done, beatAt: now })
    .where(mine(made))
    .returning({ id: exportRows.id })
  if (!row) throw new ExportStopped()
}

async function writeParts(made: Export, context: Context): Promise<number> {
  const { app } = context
  const { db } = app.database
  const { listing, source } = app.registry.listings.get(made.listing)!
  const asked = made.input as ExportArgs // checked when it was asked for
  const view = await viewToExport(listing, source, asked, context)
  let [rows, seq, held, told] = [0, 0, [] as Buffer[], performance.now()]
  const put = async () => {
    const bytes = Buffer.concat(held)
    held = []
    seq += 1
    if (bytes.length > 0) await db.insert(exportPartRows).values({ exportId: made.id, seq, bytes })
  }
  const bytes = exportBytes(view, asked, context, (count) => {
    rows = count
  })
  let size = 0
  for await (const piece of bytes) {
    held.push(piece)
    size += piece.length
    if (size >= partBytes) {
      size = 0
      await put()
    }
    if (performance.now() - told < beatMs) continue
    told = performance.now()
    await heartbeat(db, made, rows, app.clock.now())
  }
  await put()
  return rows
}

/** Makes a file, to its end or until it is given up. Made again, it begins anew. */
export async function buildFile(made: Export, context: Context): Promise<void> {
  const { app } = context
  const { db } = app.database
  await db.delete(exportPartRows).where(eq(exportPartRows.exportId, made.id))
  try {
    const rows = await writeParts(made, context)
    const done = { state: 'done' as const, done: rows, count: rows }
    const [row] = await db.update(exportRows).set(done).where(mine(made)).returning({ id: exportRows.id })
    if (!row) throw new ExportStopped()
  } catch (error) {
    if (!(error instanceof ExportStopped)) {
      app.log.error({ err: error, requestId: made.requestId }, 'exports')
      await db.update(exportRows).set({ state: 'failed' }).where(mine(made))
    }
    await db.delete(exportPartRows).where(eq(exportPartRows.exportId, made.id))
  }
}

/** What is in a file, piece by piece. */
export async function* readParts({ id }: Export, { database: { db } }: AppContext): AsyncGenerator<Uint8Array> {
  for (let seq = 1; ; seq += 1) {
    const [part] = await db
      .select({ bytes: exportPartRows.bytes })
      .from(exportPartRows)
      .where(and(eq(exportPartRows.exportId, id), eq(exportPartRows.seq, seq)))
    if (!part) return
    yield part.bytes
  }
}
