import { sql } from 'drizzle-orm'
import type { Batch } from '#contract/batches.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'
import { batchRows } from './store.ts'

/** List source: runs that were started; previews nobody ran are not shown. */
export const batchSource: Source<Batch> = {
  table: batchRows,
  from: sql`${batchRows}`,
  where: sql`${batchRows.state} <> 'validated'`,
  columns: () => ({
    id: batchRows.id,
    version: batchRows.version,
    state: batchRows.state,
    command: batchRows.command,
    query: batchRows.query,
    maker: batchRows.makerName,
    parentId: batchRows.parentId,
    count: batchRows.count,
    success: batchRows.success,
    fail: batchRows.fail,
    createdAt: batchRows.createdAt,
    startedAt: batchRows.startedAt,
    finishedAt: batchRows.finishedAt,
  }),
  scope: {
    department: (actor: Actor) => belowUnitOf(actor, batchRows.unitPath),
    own: ({ id }: Actor) => sql`${batchRows.makerId} = ${id}`,
  },
}
