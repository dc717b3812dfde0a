import { sql } from 'drizzle-orm'
import { type Batch, batch } from '#contract/batches.ts'
import type { caseTransfers } from '#contract/case-transfers.ts'
import { cases } from '#contract/cases.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { batchSource } from '#server/modules/batches/source.ts'
import { startSelection } from '#server/modules/batches/steps.ts'
import { givableBy } from '#server/modules/cases/source.ts'
import { type Collector, collectorOf } from '#server/modules/cases/steps/collectors.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { stageRef } from '#server/modules/stages/steps.ts'

type MoveArgs = Parsed<typeof caseTransfers.move>
/** An open case, with its stage. */
interface StagedCase extends Record<string, unknown> {
  readonly id: string
  readonly stage: IdOf<'stage'>
  readonly stageName: string
}

/** The open cases of a collector that the actor may give away, what has lain longest first. */
const casesOf = ({ from }: MoveArgs, call: Context) =>
  rowsOf<StagedCase>(
    call.tx,
    sql`select ${caseRows.id} as id, ${caseRows.stage} as stage, ${stageRef(caseRows.stage).name} as "stageName"
        from ${caseRows} where ${caseRows.collectorId} = ${from} and ${givableBy(call)}
        order by ${caseRows.openedAt}, ${caseRows.id}`,
  )

/** Those of them that are meant, of the stages that the other one has. How many was said, and has to be true. */
async function casesToMove(asked: MoveArgs, to: Collector, call: Context): Promise<string[]> {
  const theirs = await casesOf(asked, call)
  const { kind, count } = asked
  if (theirs.length < count) throw new Refusal('fewer_cases', { count: theirs.length }, { field: 'count' })
  if (kind === 'all' && theirs.length > count) {
    throw new Refusal('other_count', { count: theirs.length }, { field: 'count' })
  }
  const possible = theirs.filter(({ stage }) => to.stages.includes(stage))
  if (possible.length >= count) return possible.slice(0, count).map(({ id }) => id)
  const lacking = theirs.filter(({ stage }) => !to.stages.includes(stage)).map(({ stageName }) => stageName)
  throw new Refusal('lacks_stage', { collector: to.name, stage: [...new Set(lacking)].join(', ') }, { field: 'to' })
}

/**
 * Has a run begin that gives cases of one collector to another, row by row like any other. `run` does the rows, once it is
 * committed.
 * @throws Refusal `same_collector`, `unknown_collector`, `fewer_cases`, `other_count`, `lacks_stage`.
 */
export async function startMove(asked: MoveArgs, call: Context) {
  const { from, to, kind, reason } = asked
  if (from === to) throw new Refusal('same_collector', undefined, { field: 'to' })
  const target = await collectorOf(call.tx, to, call.actor)
  if (!target) throw new Refusal('unknown_collector', undefined, { field: 'to' })
  const command = cases.transfer.id
  const args = { to, kind, ...(reason && { reason }) }
  const selection = { listing: cases.open.id, ids: await casesToMove(asked, target, call) }
  return startSelection({ command, selection, args }, call)
}

/** Gives cases of one collector to another, and answers the run. */
export async function move(asked: MoveArgs, call: Context): Promise<Batch> {
  const { id, run } = await startMove(asked, call)
  call.note({ objectId: id, batchId: id })
  call.afterCommit(run)
  const { tx, actor, app } = call
  return (await findOne(tx, rowSource(batch, batchSource), id, { actor, scopes: ['own'], app })) as Batch // by its fields
}
