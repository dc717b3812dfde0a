import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { type ExportRecord, exportPartRows, exportRows } from './store.ts'

/** Somebody has given it up, or somebody else makes it. */
export class ExportStopped extends Error {}

/** Lease on the making of a file: whoever takes it up anew has it from then on. It is kept with what was asked. */
export const newLease = (): string => randomUUID()

type Told = Partial<Pick<ExportRecord, 'state' | 'done' | 'count'>>

/** That a file is still being made, and under this lease. */
const isMine = ({ id, input }: ExportRecord) => {
  const { lease } = input as { readonly lease?: string } // none of files that an earlier version has begun
  const own = sql`${exportRows.input} ->> 'lease' is not distinct from ${lease ?? null}::text`
  return and(eq(exportRows.id, id), eq(exportRows.state, 'making'), own)
}

/** Says how far a file has come, or how it ended; keeps it from whoever would take it up until the transaction ends. @throws ExportStopped. */
export async function tell(tx: Db, made: ExportRecord, told: Told): Promise<void> {
  const [row] = await tx
    .update(exportRows)
    .set({ ...told, beatAt: sql`now()` }) // the clock of the database: those of servers may be minutes apart
    .where(isMine(made))
    .returning({ id: exportRows.id })
  if (!row) throw new ExportStopped()
}

const dropParts = (tx: Db, { id }: ExportRecord) => tx.delete(exportPartRows).where(eq(exportPartRows.exportId, id))

/** Begins to make a file: nothing is left of what was made before. @throws ExportStopped. */
export const begin = (made: ExportRecord, app: AppContext): Promise<void> =>
  app.database.db.transaction(async (tx) => {
    await tell(tx, made, { done: 0 })
    await dropParts(tx, made)
  })

/** A piece of a file, and how many rows are in it so far. */
interface FilePart {
  readonly seq: number
  readonly bytes: Buffer
  readonly done: number
}

/** Keeps a piece. @throws ExportStopped. */
export const keepPart = (made: ExportRecord, { seq, bytes, done }: FilePart, app: AppContext): Promise<void> =>
  app.database.db.transaction(async (tx) => {
    await tell(tx, made, { done })
    await tx.insert(exportPartRows).values({ exportId: made.id, seq, bytes })
  })

/** Throws away what is left of a file that was given up; one that somebody else makes is not touched. */
export const dropGivenUp = ({ id }: ExportRecord, { database: { db } }: AppContext) =>
  db.delete(exportPartRows).where(sql`${exportPartRows.exportId} = ${id}
    and exists (select from ${exportRows} where ${exportRows.id} = ${id} and ${exportRows.state} = 'stopped')`)

/** Ends what broke: nothing is left of it, nor touched of what is made under another lease. */
export const fail = (made: ExportRecord, app: AppContext): Promise<void> =>
  app.database.db.transaction(async (tx) => {
    await tell(tx, made, { state: 'failed' })
    await dropParts(tx, made)
  })

/** How often is said that a file is still being made while none of it comes: what is sorted first may take minutes. */
const aliveMs = 10_000

/** Does work while it is said that a file is still being made. */
export async function whileAlive<Result>(
  made: ExportRecord,
  app: AppContext,
  work: () => Promise<Result>,
): Promise<Result> {
  // that it is no longer wanted is told to whoever keeps the next piece
  const beat = () => void tell(app.database.db, made, {}).catch(() => {})
  const beating = setInterval(beat, aliveMs).unref()
  return work().finally(() => clearInterval(beating))
}
