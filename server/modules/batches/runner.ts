import { and, eq, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { record } from '#server/kernel/audit.ts'
import { breathe } from '#server/kernel/breathe.ts'
import { asRefusal, enter, perform, told } from '#server/kernel/call.ts'
import { type Db, rowsOf } from '#server/kernel/database.ts'
import type { Act, Caller, Ground } from '#server/kernel/ground.ts'
import { Refusal } from '#server/kernel/implement.ts'
import type { Entry } from '#server/kernel/registry.ts'
import { batchItemRows, batchRows } from './store.ts'

type Batch = typeof batchRows.$inferSelect
interface Item {
  readonly seq: number
  readonly rowId: string
  readonly version: number
}

/** How many rows are under way at once. The embedded database has one connection. */
const lanes = { embedded: 1, server: 6 }
/** How often the run says how far it has come. */
const progressMs = 400

/** Takes the next row nobody works on. It stays taken until the transaction ends; a crash gives it back. */
async function claim(tx: Db, batchId: IdOf<'batch'>): Promise<Item | undefined> {
  const [item] = await rowsOf<Item>(
    tx,
    sql`select seq, row_id as "rowId", version from ${batchItemRows}
        where batch_id = ${batchId} and outcome = 'waiting' order by seq limit 1 for update skip locked`,
  )
  return item
}

const refusedBy = async (tx: Db, act: Act): Promise<Refusal | null> => {
  try {
    if (!act.caller.actor.may(act.entry.endpoint.may)) throw new Refusal('forbidden')
    await tx.transaction(async (savepoint) => {
      const { data, before } = await perform(savepoint, act)
      const durationMs = act.ground.clock.now().getTime() - act.started.getTime()
      await record(savepoint, { ...told(act), before, after: data, outcome: 'done', durationMs })
    })
    return null
  } catch (error) {
    const refusal = asRefusal(error)
    if (refusal) return refusal
    act.ground.log.error({ err: error, requestId: act.caller.requestId }, act.entry.endpoint.id)
    return new Refusal('internal', { requestId: act.caller.requestId })
  }
}

interface Run {
  readonly batch: Batch
  readonly entry: Entry
  readonly ground: Ground
  readonly caller: Caller
}

/** One row, one transaction: done with its result written down, or refused with its reason. */
async function step({ batch, entry, ground, caller }: Run): Promise<'done' | 'refused' | 'none'> {
  return ground.database.db.transaction(async (tx) => {
    const item = await claim(tx, batch.id)
    if (!item) return 'none'
    await enter(tx, caller.actor.name)
    const { rowId, version, seq } = item
    const started = ground.clock.now()
    const input = { ...(batch.args as object), id: rowId, version }
    const act: Act = { entry, input, ground, caller, started, notes: {}, afterwards: [] }
    const refusal = await refusedBy(tx, act)
    if (refusal) await record(tx, { ...told(act), outcome: 'refused', fault: refusal.fault })
    const outcome = refusal ? 'refused' : 'done'
    await tx
      .update(batchItemRows)
      .set({ outcome, fault: refusal?.fault ?? null, values: refusal?.values ?? null, at: started })
      .where(and(eq(batchItemRows.batchId, batch.id), eq(batchItemRows.seq, seq)))
    return outcome
  })
}

/** Counts what is done from the rows themselves, so that a crash cannot leave a wrong number. */
async function count(db: Db, id: IdOf<'batch'>, ended: Date | null): Promise<void> {
  const of = (outcome: string) =>
    sql`(select count(*)::int from ${batchItemRows} where batch_id = ${id} and outcome = ${outcome})`
  await db
    .update(batchRows)
    .set({ success: of('done'), fail: of('refused'), ...(ended && { state: 'finished' as const, finishedAt: ended }) })
    .where(eq(batchRows.id, id))
}

/**
 * Runs what is left of a run. Several servers may do so at once, and it may be started again after a crash: every row
 * is done once.
 */
export async function runBatch(run: Run): Promise<void> {
  const { batch, ground } = run
  const { db, kind } = ground.database
  let counted = ground.clock.now().getTime()
  const lane = async () => {
    while ((await step(run)) !== 'none') {
      await breathe()
      const now = ground.clock.now().getTime()
      if (now - counted < progressMs) continue
      counted = now
      await count(db, batch.id, null)
    }
  }
  await Promise.all(Array.from({ length: lanes[kind] }, lane))
  await count(db, batch.id, ground.clock.now())
}
