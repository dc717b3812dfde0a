import { eq, inArray, sql } from 'drizzle-orm'
import { batch } from '#contract/batches.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Caller, Ground } from '#server/kernel/ground.ts'
import type { Context } from '#server/kernel/implement.ts'
import type { Job } from '#server/kernel/jobs.ts'
import type { Actor } from '#server/kernel/permit.ts'
import type { Entry } from '#server/kernel/registry.ts'
import { findOne } from '#server/kernel/source.ts'
import { actorById } from '#server/modules/session/steps.ts'
import { runBatch } from './runner.ts'
import { batchSource } from './source.ts'
import { batchRows } from './store.ts'

/** Runs up to so many rows are over when the call answers. */
const atOnceMax = 100

const read = (id: IdOf<'batch'>, actor: Actor, ground: Ground) =>
  findOne(ground.database.db, { subject: batch, source: batchSource as never }, id, { actor, scopes: ['all'], ground })

/** Runs of this process that are under way. */
const running = new Map<string, Promise<void>>()

function launch(id: IdOf<'batch'>, entry: Entry, caller: Caller, ground: Ground): Promise<void> {
  const known = running.get(id)
  if (known) return known
  const work = async () => {
    const [row] = await ground.database.db.select().from(batchRows).where(eq(batchRows.id, id))
    if (row) await runBatch({ batch: row, entry, ground, caller: { ...caller, batchId: id } })
  }
  const started = work().finally(() => running.delete(id))
  running.set(id, started)
  return started
}

/** Runs a run that was just committed: a small one to its end, a large one by itself. Answers it as it is then. */
export async function startRun(id: IdOf<'batch'>, entry: Entry, count: number, context: Context): Promise<unknown> {
  const { ground, actor, ip, agent, requestId, say } = context
  const caller: Caller = { actor, ip, agent, requestId, say, rehearse: false, idempotencyKey: null, batchId: id }
  const work = launch(id, entry, caller, ground)
  if (count <= atOnceMax) await work
  else work.catch((error: unknown) => ground.log.error({ err: error, requestId }, 'batches'))
  return read(id, actor, ground)
}

/** Waits for the runs of this process that are under way. */
export const settled = async (): Promise<void> => {
  await Promise.allSettled(running.values())
}

/** Goes on with runs that a crash or a restart left in the middle, as whoever started or released them. */
export const resumeBatches: Job = {
  id: 'resumeBatches',
  cron: '* * * * *',
  async run(ground) {
    const { db } = ground.database
    const rows = await db.select().from(batchRows).where(eq(batchRows.state, 'running')).orderBy(sql`created_at`)
    for (const { id, makerId, checkerId, command } of rows) {
      const actor = await actorById(ground, checkerId ?? makerId)
      const entry = ground.registry.entries.get(command)
      if (!actor || !entry) {
        await db
          .update(batchRows)
          .set({ state: 'failed', finishedAt: ground.clock.now() })
          .where(inArray(batchRows.id, [id]))
        continue
      }
      const say: Caller['say'] = (key, values) => ground.words.say('en', key, values)
      const caller = {
        actor,
        ip: null,
        agent: null,
        requestId: id,
        say,
        rehearse: false,
        idempotencyKey: null,
        batchId: id,
      }
      await launch(id, entry, caller, ground)
    }
  },
}
