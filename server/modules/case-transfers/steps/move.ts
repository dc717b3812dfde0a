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
import { assignableBy } from '#server/modules/cases/source.ts'
import { type Collector, receiversOf } from '#server/modules/cases/steps/collectors.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { stageRef } from '#server/modules/stages/steps.ts'

type TransferArgs = Parsed<typeof caseTransfers.move>
/** Every case that is transferred is one of collection. */
type MoveArgs = Omit<TransferArgs, 'caseType'>
/** An open case, with its stage. */
interface StagedCase extends Record<string, unknown> {
  readonly id: string
  readonly stage: IdOf<'stage'>
  readonly stageName: string
}

/** Cases of customers of a kind. */
const ofClients = (clients: MoveArgs['clients']) =>
  clients === 'both'
    ? sql`true`
    : sql`exists (select from ${loanRows} join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
        where ${loanRows.id} = ${caseRows.loanId} and ${customerRows.kind} = ${clients})`

/** The open cases of a collector that the actor may give away, what has lain longest first. */
const casesOf = ({ from, clients }: MoveArgs, call: Context) =>
  rowsOf<StagedCase>(
    call.tx,
    sql`select ${caseRows.id} as id, ${caseRows.stage} as stage, ${stageRef(caseRows.stage).name} as "stageName"
        from ${caseRows} where ${caseRows.collectorId} = ${from} and ${assignableBy(call)} and ${ofClients(clients)}
        order by ${caseRows.openedAt}, ${caseRows.id}`,
  )

/** Those of them that are meant, of the stages that one of the others has. How many was said, and has to be true. */
async function casesToMove(asked: MoveArgs, receivers: readonly Collector[], call: Context): Promise<string[]> {
  const theirs = await casesOf(asked, call)
  const { kind, count } = asked
  if (theirs.length < count) throw new Refusal('fewer_cases', { count: theirs.length }, { field: 'count' })
  if (kind === 'all' && theirs.length > count) {
    throw new Refusal('other_count', { count: theirs.length }, { field: 'count' })
  }
  const stages = new Set(receivers.flatMap((one) => one.stages))
  const possible = theirs.filter(({ stage }) => stages.has(stage))
  if (possible.length >= count) return possible.slice(0, count).map(({ id }) => id)
  const lacking = new Set(theirs.filter(({ stage }) => !stages.has(stage)).map(({ stageName }) => stageName))
  const collector = receivers.map(({ name }) => name).join(', ')
  throw new Refusal('lacks_stage', { collector, stage: [...lacking].join(', ') }, { field: 'to' })
}

/**
 * Has a run begin that gives cases of one collector to others, in turn, row by row like any other. `run` does the rows, once it is
 * committed.
 * @throws Refusal `same_collector`, `unknown_collector`, `unclear_collector`, `fewer_cases`, `other_count`, `lacks_stage`.
 */
export async function startMove(asked: MoveArgs, call: Context) {
  const { from, to, others, kind, reason } = asked
  if (from === to) throw new Refusal('same_collector', undefined, { field: 'to' })
  const receivers = await receiversOf(call.tx, { to, others }, call.actor)
  if (receivers.some(({ collectorId }) => collectorId === (from as string)))
    throw new Refusal('same_collector', undefined, { field: 'others' })
  const command = others ? cases.shareOut.id : cases.transfer.id
  const args = { to, kind, ...(others && { others }), ...(reason && { reason }) }
  const selection = { listing: cases.open.id, ids: await casesToMove(asked, receivers, call) }
  return startSelection({ command, selection, args }, call)
}

/**
 * Gives cases of one collector to others, and answers the run.
 * @throws Refusal `no_marketing_cases`, and as `startMove` does.
 */
export async function move({ caseType, ...asked }: TransferArgs, call: Context): Promise<Batch> {
  if (caseType === 'marketing') throw new Refusal('no_marketing_cases', undefined, { field: 'caseType' })
  const { id, run } = await startMove(asked, call)
  call.note({ objectId: id, batchId: id })
  call.afterCommit(run)
  const { tx, actor, app } = call
  return (await findOne(tx, rowSource(batch, batchSource), id, { actor, scopes: ['own'], app })) as Batch // by its fields
}
