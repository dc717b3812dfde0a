import { sql } from 'drizzle-orm'
import { type Batch, batch } from '#contract/batches.ts'
import type { caseTransfers } from '#contract/case-transfers.ts'
import { cases } from '#contract/cases.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { rowsOf } from '#server/kernel/database.ts'
import { type Call, found, Refusal } from '#server/kernel/implement.ts'
import { findOne } from '#server/kernel/source.ts'
import { freeze, mustBeCommand } from '#server/modules/batches/freeze.ts'
import { batchSource } from '#server/modules/batches/source.ts'
import { startFrozen } from '#server/modules/batches/steps.ts'
import { collectorOf } from '#server/modules/cases/collectors.ts'
import { givableBy } from '#server/modules/cases/source.ts'
import { caseRows } from '#server/modules/cases/store.ts'

type Asked = Parsed<typeof caseTransfers.move>

/** The open cases of a collector that the actor may give away, what has lain longest first. */
const casesOf = ({ from }: Asked, call: Call) =>
  rowsOf<{ id: string }>(
    call.tx,
    sql`select ${caseRows.id} as id from ${caseRows} where ${caseRows.collectorId} = ${from} and ${givableBy(call)}
        order by ${caseRows.openedAt}, ${caseRows.id}`,
  )

/** Those of them that are meant. How many was said, and has to be true. */
async function meant(asked: Asked, call: Call): Promise<string[]> {
  const theirs = await casesOf(asked, call)
  const { kind, count } = asked
  if (theirs.length < count) throw new Refusal('fewer_cases', { count: theirs.length }, { field: 'count' })
  if (kind === 'all' && theirs.length > count) {
    throw new Refusal('other_count', { count: theirs.length }, { field: 'count' })
  }
  return theirs.slice(0, count).map(({ id }) => id)
}

/** Gives cases of one collector to another: a run of `cases.transfer`, row by row like any other. */
export async function move(asked: Asked, call: Call): Promise<Batch> {
  const { from, to, kind, reason } = asked
  if (from === to) throw new Refusal('same_collector', undefined, { field: 'to' })
  if (!(await collectorOf(call.tx, to, call.actor))) throw new Refusal('unknown_collector', undefined, { field: 'to' })
  const command = cases.transfer.id
  const args = { to, kind, ...(reason && { reason }) }
  const selection = { listing: cases.open.id, ids: await meant(asked, call) }
  const { id } = await freeze(mustBeCommand(command, call), { command, selection, args }, call)
  const go = await startFrozen(id, call)
  call.note({ objectId: id, batchId: id })
  call.afterwards(go)
  const { tx, actor, ground } = call
  return (await findOne(tx, found(batch, batchSource), id, { actor, scopes: ['own'], ground })) as Batch // by its fields
}
