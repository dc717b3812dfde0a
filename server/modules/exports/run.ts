import { and, eq, lt } from 'drizzle-orm'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { Language } from '#locales/index.ts'
import type { Ground } from '#server/kernel/ground.ts'
import type { Context } from '#server/kernel/implement.ts'
import type { Job } from '#server/kernel/jobs.ts'
import { actorById } from '#server/modules/session/steps.ts'
import { type Export, makeFile } from './make.ts'
import { exportRows } from './store.ts'

/** A file that nobody has said anything of for so long has lost whoever made it. */
const lostMs = 60_000

/** Files that this process is making. */
const running = new Map<string, Promise<void>>()

/** Begins to make a file, while whoever asked for it goes on. */
export function launch(made: Export, context: Context): void {
  const work = makeFile(made, { ...context, tx: context.ground.database.db }).finally(() => running.delete(made.id))
  running.set(made.id, work)
}

/** Waits for the files that this process is making. */
export const exportsSettled = async (): Promise<void> => {
  await Promise.allSettled(running.values())
}

async function contextOf(made: Export, ground: Ground): Promise<Context | null> {
  const actor = await actorById(ground, made.staffId)
  if (!actor) return null
  const now = ground.clock.now()
  return {
    actor,
    tx: ground.database.db,
    now,
    today: businessDate(toInstant(now), ground.clock.country),
    ground,
    requestId: made.requestId,
    batchId: null,
    ip: null,
    agent: null,
    uploads: null,
    afterwards: () => {},
    note: () => {},
    say: (key, values) => ground.words.say(made.language as Language, key, values), // one of ours, when it was asked for
  } as Context
}

/** Makes files again whose process is gone, as whoever asked for them, and forgets those whose link has ended. */
export const tendExports: Job = {
  id: 'tendExports',
  cron: '* * * * *',
  async run(ground) {
    const { db } = ground.database
    const now = ground.clock.now()
    await db.delete(exportRows).where(lt(exportRows.expiresAt, now))
    const lost = and(eq(exportRows.state, 'making'), lt(exportRows.beatAt, new Date(now.getTime() - lostMs)))
    // whoever says first that it makes one has it
    const taken = await db.update(exportRows).set({ beatAt: now, done: 0 }).where(lost).returning()
    for (const made of taken) {
      const context = await contextOf(made, ground)
      if (context) launch(made, context)
      else await db.update(exportRows).set({ state: 'failed' }).where(eq(exportRows.id, made.id))
    }
  },
}
