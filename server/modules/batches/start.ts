import { eq, inArray, sql } from 'drizzle-orm'
import { batch } from '#contract/batches.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { AppContext, Caller, Context, RegistryEntry } from '#server/kernel/call/context.ts'
import type { Job } from '#server/kernel/jobs/jobs.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { actorById } from '#server/modules/session/steps/sessions.ts'
import { runBatch } from './runner.ts'
import { batchSource } from './source.ts'
import { batchRows } from './store.ts'

/** Runs up to so many rows are over when the call answers. */
const atOnceMax = 100

const read = (id: IdOf<'batch'>, actor: Actor, app: AppContext) =>
  findOne(app.database.db, rowSource(batch, batchSource), id, { actor, scopes: ['all'], app })

/** Runs of this process that are under way. */
const running = new Map<string, Promise<void>>()

function launch(id: IdOf<'batch'>, entry: RegistryEntry, caller: Caller, app: AppContext): Promise<void> {
  const known = running.get(id)
  if (known) return known
  const work = async () => {
    const [row] = await app.database.db.select().from(batchRows).where(eq(batchRows.id, id))
    if (row) await runBatch({ batch: row, entry, app, caller: { ...caller, batchId: id } })
  }
  const started = work().finally(() => running.delete(id))
  running.set(id, started)
  return started
}

/** Runs a run that was just committed: a small one to its end, a large one by itself. Answers it as it is then. */
export async function startRun(
  id: IdOf<'batch'>,
  entry: RegistryEntry,
  count: number,
  context: Context,
): Promise<unknown> {
  const { app, actor, ip, agent, requestId, language, t } = context
  const reader = { requestId, language, t }
  const caller: Caller = { ...reader, actor, ip, agent, rehearse: false, idempotencyKey: null, batchId: id }
  const work = launch(id, entry, caller, app)
  if (count <= atOnceMax) await work
  else work.catch((error: unknown) => app.log.error({ err: error, requestId }, 'batches'))
  return read(id, actor, app)
}

/** Waits for the runs of this process that are under way. */
export const batchesSettled = async (): Promise<void> => {
  await Promise.allSettled(running.values())
}

/** Goes on with runs that a crash or a restart left in the middle, as whoever started or released them. */
export const resumeBatches: Job = {
  id: 'resumeBatches',
  cron: '* * * * *',
  async run(app) {
    const { db } = app.database
    const rows = await db.select().from(batchRows).where(eq(batchRows.state, 'running')).orderBy(sql`created_at`)
    for (const { id, makerId, checkerId, rowsReleased, command } of rows) {
      const actor = await actorById(app, rowsReleased ? makerId : (checkerId ?? makerId))
      const entry = app.registry.entries.get(command)
      if (!actor || !entry) {
        await db
          .update(batchRows)
          .set({ state: 'failed', finishedAt: app.clock.now() })
          .where(inArray(batchRows.id, [id]))
        continue
      }
      const t: Caller['t'] = (key, values) => app.translations.t('en', key, values)
      const caller = {
        actor,
        ip: null,
        agent: null,
        requestId: id,
        language: 'en' as const,
        t,
        rehearse: false,
        idempotencyKey: null,
        batchId: id,
      }
      await launch(id, entry, caller, app)
    }
  },
}
