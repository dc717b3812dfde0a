import { and, eq, lt } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { Job } from '#server/kernel/jobs/jobs.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { fileKeyOf, writeExport } from './export-file.ts'
import { dataRequestRows } from './store.ts'

/** The topic that files of exports are asked for under. */
export const dataFileTopic = 'dataRequests.make'
/** Whom rows name that were written by themselves. */
const maker = 'dataRequests'
/** How long a file is kept. */
const keptMs = 24 * 3_600_000

/** Makes the file of an export once its request is committed. Being told so twice makes the same file again. */
export const dataFilePort =
  (app: AppContext): Port =>
  ({ body }) =>
    app.database.db.transaction(async (tx) => {
      await setSessionVariables(tx, maker)
      const { id } = body as { id: IdOf<'dataRequest'> } // as it was posted with the request
      const waiting = and(eq(dataRequestRows.id, id), eq(dataRequestRows.state, 'making'))
      const [request] = await tx.select().from(dataRequestRows).where(waiting).for('update')
      if (!request) return
      const now = app.clock.now()
      const { bytes, count } = await writeExport(tx, request, { secrets: app.secrets, now })
      await app.files.put(fileKeyOf(request), bytes)
      const ready = { state: 'ready' as const, count, expiresAt: new Date(now.getTime() + keptMs) }
      await tx.update(dataRequestRows).set(ready).where(waiting)
    })

/** Purges the files of exports whose day is over. */
export const purgeDataFiles: Job = {
  id: 'purgeDataFiles',
  cron: '*/10 * * * *',
  async run({ database: { db }, clock, files }) {
    const over = and(eq(dataRequestRows.state, 'ready'), lt(dataRequestRows.expiresAt, clock.now()))
    for (const request of await db.select().from(dataRequestRows).where(over)) {
      await files.remove(fileKeyOf(request)) // first: whoever dies in between removes it again
      await db.transaction(async (tx) => {
        await setSessionVariables(tx, maker)
        await tx.update(dataRequestRows).set({ state: 'purged' }).where(eq(dataRequestRows.id, request.id))
      })
    }
  },
}
