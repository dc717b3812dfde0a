import { sql } from 'drizzle-orm'
import { type Batch, batch } from '#contract/batches.ts'
import type { caseTransfers } from '#contract/case-transfers.ts'
import { cases } from '#contract/cases.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { batchSource } from '#server/modules/batches/source.ts'
import { startSelection } from '#server/modules/batches/steps.ts'
import { givableBy } from '#server/modules/cases/source.ts'
import { collectorOf } from '#server/modules/cases/steps/collectors.ts'
import { caseRows } from '#server/modules/cases/store.ts'

type MoveArgs = Parsed<typeof caseTransfers.move>

/** The open cases of a collector that the actor may give away, what has lain longest first. */
const casesOf = ({ from }: MoveArgs, call: Call) =>
  rowsOf<{ id: string }>(
    call.tx,
    sql`select ${caseRows.id} as id from ${caseRows} where ${caseRows.collectorId} = ${from} and ${givableBy(call)}
        order by ${caseRows.openedAt}, ${caseRows.id}`,
  )

/** Those of them that are meant. How many was said, and has to be true. */
async function casesToMove(asked: MoveArgs, call: Call): Promise<string[]> {
  const theirs = await casesOf(asked, call)
  const { kind, count } = asked
  if (theirs.length < count) throw new Refusal('fewer_cases', { count: theirs.length }, { field: 'count' })
  if (kind === 'all' && theirs.length > count) {
    throw new Refusal('other_count', { count: theirs.length }, { field: 'count' })
  }
  return theirs.slice(0, count).map(({ id }) => id)
}

/** Gives cases of one collector to another: a run of `cases.transfer`, row by row like any other. */
export async function move(asked: MoveArgs, call: Call): Promise<Batch> {
  const { from, to, kind, reason } = asked
  if (from === to) throw new Refusal('same_collector', undefined, { field: 'to' })
  if (!(await collectorOf(call.tx, to, call.actor))) throw new Refusal('unknown_collector', undefined, { field: 'to' })
  const command = cases.transfer.id
  const args = { to, kind, ...(reason && { reason }) }
  const selection = { listing: cases.open.id, ids: await casesToMove(asked, call) }
  const { id, run } = await startSelection({ command, selection, args }, call)
  call.note({ objectId: id, batchId: id })
  call.afterCommit(run)
  const { tx, actor, app } = call
  return (await findOne(tx, rowSource(batch, batchSource), id, { actor, scopes: ['own'], app })) as Batch // by its fields
}
