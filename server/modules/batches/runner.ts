import { and, eq, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { record } from '#server/kernel/audit.ts'
import { breathe } from '#server/kernel/breathe.ts'
import { anewMax, asRefusal, enter, gaveWay, perform, told } from '#server/kernel/call.ts'
import { type Db, isLost, rowsOf } from '#server/kernel/database.ts'
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
const lanes = { embedded: 1, server: 4 }
/** How often the run says how far it has come. */
const progressMs = 400

/** Takes the next row nobody works on, or that one. It stays taken until the transaction ends; a crash gives it back. */
async function claim(tx: Db, batchId: IdOf<'batch'>, seq?: number): Promise<Item | undefined> {
  const which = seq === undefined ? sql`` : sql`and seq = ${seq}`
  const [item] = await rowsOf<Item>(
    tx,
    sql`select seq, row_id as "rowId", version from ${batchItemRows}
        where batch_id = ${batchId} and outcome = 'waiting' ${which} order by seq limit 1 for update skip locked`,
  )
  return item
}

interface Run {
  readonly batch: Batch
  readonly entry: Entry
  readonly ground: Ground
  readonly caller: Caller
}

/** What is done with a row. */
const actOn = ({ rowId, version }: Item, { batch, entry, ground, caller }: Run): Act => ({
  ...{ entry, ground, caller, notes: {}, afterwards: [], started: ground.clock.now() },
  input: { ...(batch.args as object), id: rowId, version },
})

/** Writes down what became of a row. */
const settle = (tx: Db, { seq }: Item, { batch, ground }: Run, refusal?: Refusal) =>
  tx
    .update(batchItemRows)
    .set({
      outcome: refusal ? 'refused' : 'done',
      fault: refusal?.fault ?? null,
      values: refusal?.values ?? null,
      at: ground.clock.now(),
    })
    .where(and(eq(batchItemRows.batchId, batch.id), eq(batchItemRows.seq, seq)))

/** Does what the run is for with a row, and writes down that it is done. */
async function doRow(tx: Db, item: Item, run: Run): Promise<void> {
  const { caller, entry, ground } = run
  if (!caller.actor.may(entry.endpoint.may)) throw new Refusal('forbidden')
  await enter(tx, caller.actor.name)
  const act = actOn(item, run)
  const { data, before } = await perform(tx, act)
  const durationMs = ground.clock.now().getTime() - act.started.getTime()
  await record(tx, { ...told(act), before, after: data, outcome: 'done', durationMs })
  await settle(tx, item, run)
}

/** Why a row was refused; what was not foreseen is written to the log. */
function reasonOf(error: unknown, { ground, caller, entry }: Run): Refusal {
  const refusal = asRefusal(error)
  if (refusal) return refusal
  ground.log.error({ err: error, requestId: caller.requestId }, entry.endpoint.id)
  return new Refusal('internal', { requestId: caller.requestId })
}

/** Writes down that a row was refused, unless somebody else has it by now: what was tried with it is undone. */
const refuse = (seq: number, refusal: Refusal, run: Run): Promise<void> =>
  run.ground.database.db.transaction(async (tx) => {
    const item = await claim(tx, run.batch.id, seq)
    if (!item) return
    await record(tx, { ...told(actOn(item, run)), outcome: 'refused', fault: refusal.fault })
    await settle(tx, item, run, refusal)
  })

/**
 * One row, one transaction: done with its result written down; what is refused is written down in another. It begins anew
 * where it gave way, or lost its connection: a row that is done is not taken twice.
 */
async function step(run: Run, left = anewMax): Promise<boolean> {
  const { batch, ground } = run
  let taken: Item | undefined
  try {
    await ground.database.db.transaction(async (tx) => {
      taken = await claim(tx, batch.id)
      if (taken) await doRow(tx, taken, run)
    })
  } catch (error) {
    if (!taken) throw error
    if (left > 0 && (gaveWay(error) || isLost(error))) return step(run, left - 1)
    await refuse(taken.seq, reasonOf(error, run), run)
  }
  return taken !== undefined
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
    while (await step(run)) {
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
