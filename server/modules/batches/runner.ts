import { and, eq, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { record } from '#server/kernel/base/audit.ts'
import { type Db, isLost, rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { asRefusal, isDeadlock, setSessionVariables, withRetries } from '#server/kernel/base/transaction.ts'
import { yieldToEventLoop } from '#server/kernel/base/yield-to-event-loop.ts'
import { auditEntryOf } from '#server/kernel/call/audit-entry.ts'
import type { AppContext, Caller, Invocation, RegistryEntry } from '#server/kernel/call/context.ts'
import { perform } from '#server/kernel/call/perform.ts'
import { openArgs } from './sealed-args.ts'
import type { StoredBatch } from './store.ts'
import { batchItemRows, batchRows } from './store.ts'

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

interface BatchRun {
  readonly batch: StoredBatch
  readonly entry: RegistryEntry
  readonly app: AppContext
  readonly caller: Caller
}

/** What is done with a row. */
const invocationOf = ({ seq, rowId, version }: Item, { batch, entry, app, caller }: BatchRun): Invocation => ({
  ...{ entry, app, notes: {}, afterCommit: [], effects: [], started: app.clock.now() },
  caller: { ...caller, batchSeq: seq },
  input: { ...openArgs(entry, batch.args, { app }), id: rowId, version },
  ...(batch.rowsReleased && { release: { needed: false, by: batch.checkerId ?? undefined } }),
})

/** Writes down what became of a row. */
const recordOutcome = (tx: Db, { seq }: Item, { batch, app }: BatchRun, refusal?: Refusal) =>
  tx
    .update(batchItemRows)
    .set({
      outcome: refusal ? 'refused' : 'done',
      fault: refusal?.fault ?? null,
      values: refusal?.values ?? null,
      at: app.clock.now(),
    })
    .where(and(eq(batchItemRows.batchId, batch.id), eq(batchItemRows.seq, seq)))

/** Does what the run is for with a row, and writes down that it is done. */
async function executeRow(tx: Db, item: Item, run: BatchRun): Promise<void> {
  const { caller, entry, app } = run
  if (!caller.actor.may(entry.endpoint.requires)) throw new Refusal('forbidden')
  const act = invocationOf(item, run)
  const { before, after } = await perform(tx, act)
  const durationMs = app.clock.now().getTime() - act.started.getTime()
  await Promise.all([
    record(tx, { ...auditEntryOf(act), before, after, outcome: 'done', durationMs }, app.secrets),
    recordOutcome(tx, item, run),
  ])
}

/** Why a row was refused; what was not foreseen is written to the log. */
function reasonOf(error: unknown, { app, caller, entry }: BatchRun): Refusal {
  const refusal = asRefusal(error)
  if (refusal) return refusal
  app.log.error({ err: error, requestId: caller.requestId }, entry.endpoint.id)
  return new Refusal('internal', { requestId: caller.requestId })
}

/** Writes down that a row was refused, unless somebody else has it by now: what was tried with it is undone. */
const refuse = (seq: number, refusal: Refusal, run: BatchRun): Promise<void> =>
  run.app.database.db.transaction(async (tx) => {
    const item = await claim(tx, run.batch.id, seq)
    if (!item) return
    const act = invocationOf(item, run)
    await record(tx, { ...auditEntryOf(act), outcome: 'refused', fault: refusal.fault }, run.app.secrets)
    await run.app.contactRefused(tx, act, refusal)
    await recordOutcome(tx, item, run, refusal)
  })

/**
 * One row, one transaction: done with its result written down; what is refused is written down in another. It begins anew
 * where it gave way, or lost its connection: a row that is done is not taken twice.
 */
async function executeNext(run: BatchRun): Promise<boolean> {
  const { batch, app, caller } = run
  let taken: Item | undefined
  const next = () => {
    taken = undefined
    return app.database.db.transaction(async (tx) => {
      const variables = setSessionVariables(tx, caller.actor.name, 'rows', app.clock.now())
      const [item] = await Promise.all([claim(tx, batch.id), variables])
      taken = item
      if (taken) await executeRow(tx, taken, run)
    })
  }
  try {
    await withRetries(next, (error) => taken !== undefined && (isDeadlock(error) || isLost(error)))
  } catch (error) {
    if (!taken) throw error
    await refuse(taken.seq, reasonOf(error, run), run)
  }
  return taken !== undefined
}

/** Counts what is done from the rows themselves, so that a crash cannot leave a wrong number. */
async function countOutcomes(db: Db, id: IdOf<'batch'>, ended: Date | null): Promise<void> {
  const of = (outcome: string) =>
    sql`(select count(*)::int from ${batchItemRows} where batch_id = ${id} and outcome = ${outcome})`
  await db
    .update(batchRows)
    .set({ success: of('done'), fail: of('refused'), ...(ended && { state: 'finished' as const, finishedAt: ended }) })
    .where(eq(batchRows.id, id))
}

/**
 * Runs what is left of a run, or as much as there is time for before the server stops. Several servers may do so at once, and
 * it may be started again after a crash: every row is done once.
 */
export async function runBatch(run: BatchRun): Promise<void> {
  const { batch, app } = run
  const { db, kind } = app.database
  let counted = app.clock.now().getTime()
  const lane = async () => {
    while (!app.stopping.aborted && (await executeNext(run))) {
      await yieldToEventLoop()
      const now = app.clock.now().getTime()
      if (now - counted < progressMs) continue
      counted = now
      await countOutcomes(db, batch.id, null)
    }
  }
  await Promise.all(Array.from({ length: lanes[kind] }, lane))
  await countOutcomes(db, batch.id, app.stopping.aborted ? null : app.clock.now())
}
