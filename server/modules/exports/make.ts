import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/kernel/database.ts'
import { writing } from '#server/kernel/export.ts'
import type { Ground } from '#server/kernel/ground.ts'
import type { Context } from '#server/kernel/implement.ts'
import { viewToExport } from '#server/kernel/listing.ts'
import { exportPartRows, exportRows } from './store.ts'

/** A file to be made, as it was asked for. */
export type Export = typeof exportRows.$inferSelect
type Asked = Parameters<typeof viewToExport>[2] & Parameters<typeof writing>[1]

/** How much is kept at once, and how often is said how far it has come. */
const [partBytes, beatMs] = [524_288, 1_000]

/** Somebody has given it up. */
class Stopped extends Error {}

const mine = ({ id }: Export) => and(eq(exportRows.id, id), eq(exportRows.state, 'making'))

/** Says how far a file has come. @throws Stopped where it is no longer wanted. */
async function beat(db: Db, made: Export, done: number, now: Date): Promise<void> {
  const [row] = await db
    .update(exportRows)
    .set({ done, beatAt: now })
    .where(mine(made))
    .returning({ id: exportRows.id })
  if (!row) throw new Stopped()
}

async function keep(made: Export, context: Context): Promise<number> {
  const { ground } = context
  const { db } = ground.database
  const { listing, source } = ground.registry.listings.get(made.listing)!
  const asked = made.input as Asked // checked when it was asked for
  const view = await viewToExport(listing, source, asked, context)
  let [rows, seq, held, told] = [0, 0, [] as Buffer[], performance.now()]
  const put = async () => {
    const bytes = Buffer.concat(held)
    held = []
    seq += 1
    if (bytes.length > 0) await db.insert(exportPartRows).values({ exportId: made.id, seq, bytes })
  }
  const bytes = writing(view, asked, context, (count) => {
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
    await beat(db, made, rows, ground.clock.now())
  }
  await put()
  return rows
}

/** Makes a file, to its end or until it is given up. Made again, it begins anew. */
export async function makeFile(made: Export, context: Context): Promise<void> {
  const { ground } = context
  const { db } = ground.database
  await db.delete(exportPartRows).where(eq(exportPartRows.exportId, made.id))
  try {
    const rows = await keep(made, context)
    const done = { state: 'done' as const, done: rows, count: rows }
    const [row] = await db.update(exportRows).set(done).where(mine(made)).returning({ id: exportRows.id })
    if (!row) throw new Stopped()
  } catch (error) {
    if (!(error instanceof Stopped)) {
      ground.log.error({ err: error, requestId: made.requestId }, 'exports')
      await db.update(exportRows).set({ state: 'failed' }).where(mine(made))
    }
    await db.delete(exportPartRows).where(eq(exportPartRows.exportId, made.id))
  }
}

/** What is in a file, piece by piece. */
export async function* partsOf({ id }: Export, { database: { db } }: Ground): AsyncGenerator<Uint8Array> {
  for (let seq = 1; ; seq += 1) {
    const [part] = await db
      .select({ bytes: exportPartRows.bytes })
      .from(exportPartRows)
      .where(and(eq(exportPartRows.exportId, id), eq(exportPartRows.seq, seq)))
    if (!part) return
    yield part.bytes
  }
}
