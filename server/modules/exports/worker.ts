import { and, eq, sql } from 'drizzle-orm'
import type { Language } from '#locales/index.ts'
import type { AppContext, Context } from '#server/kernel/call/context.ts'
import type { Job } from '#server/kernel/jobs/jobs.ts'
import { contextFor } from '#server/modules/session/steps/context-for.ts'
import { buildFile, type Export } from './build.ts'
import { newLease } from './lease.ts'
import { exportRows } from './store.ts'

/** A file that nobody has said anything of for so long has lost whoever made it. */
const lostMs = 60_000

/** Files that this process is making. */
const running = new Set<Promise<void>>()

/** Begins to make a file, while whoever asked for it goes on. */
export function launch(made: Export, context: Context): void {
  const work = buildFile(made, { ...context, tx: context.app.database.db })
  running.add(work)
  void work.finally(() => running.delete(work))
}

/** Waits for the files that this process is making. */
export const exportsSettled = async (): Promise<void> => {
  await Promise.allSettled(running)
}

/** As whoever asked for it; null where they are there no longer. */
const contextOf = ({ staffId, language, requestId }: Export, app: AppContext): Promise<Context | null> =>
  contextFor(staffId, { requestId, language: language as Language }, app) // one of ours, when it was asked for

/** Makes files again whose process is gone, as whoever asked for them. */
export const recoverExports: Job = {
  id: 'tendExports',
  cron: '* * * * *',
  async run(app) {
    const { db } = app.database
    const silent = sql`${exportRows.beatAt} < now() - ${`${lostMs} ms`}::interval`
    const lost = and(eq(exportRows.state, 'making'), silent)
    // whoever says first that it makes one has it, and whoever made it before has it no longer
    const input = sql`${exportRows.input} || jsonb_build_object('lease', ${newLease()}::text)`
    const taken = await db.update(exportRows).set({ beatAt: sql`now()`, done: 0, input }).where(lost).returning()
    for (const made of taken) {
      const context = await contextOf(made, app)
      if (context) launch(made, context)
      else await db.update(exportRows).set({ state: 'failed' }).where(eq(exportRows.id, made.id))
    }
  },
}
