import { sql } from 'drizzle-orm'
import type { Money } from '#contract/kernel/values.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context, RegistryEntry } from '#server/kernel/call/context.ts'
import { amountStepUpDue, stepUpDue } from '#server/kernel/call/step-up.ts'
import { isAmount, readContextOf } from '#server/kernel/listing/column-mapping.ts'
import { batchItemRows, type StoredBatch } from './store.ts'

type BatchAmount = Pick<StoredBatch, 'id' | 'args' | 'count'>

/** What a run moves, in minor units: the amounts of its rows, or the one that was asked for, once for each. */
async function amountOf({ endpoint, rowSource }: RegistryEntry, batch: BatchAmount, context: Context): Promise<number> {
  const { sum } = endpoint
  if (!sum) return 0
  const asked = (batch.args as Readonly<Record<string, Money | undefined>>)[sum] // frozen as the contract has them
  if (asked) return asked.minor * batch.count
  const { source } = rowSource! // a command changes rows
  const mapping = source.columns(readContextOf(context.app, context.now))[sum]
  if (!mapping || !isAmount(mapping)) return 0
  const [total] = await rowsOf<{ minor: number | null }>(
    context.tx,
    sql`select sum(${mapping.minor})::bigint as minor
        from ${batchItemRows} join (${source.from}) on ${source.table.id} = ${batchItemRows.rowId}
        where ${batchItemRows.batchId} = ${batch.id}`,
  )
  return Number(total?.minor ?? 0)
}

/** Why a run is not started now: its caller has not proved lately that it is still them. */
export const batchStepUpDue = async (
  entry: RegistryEntry,
  batch: BatchAmount,
  context: Context,
): Promise<Refusal | null> =>
  stepUpDue(entry.endpoint, context) ?? amountStepUpDue(entry.endpoint, () => amountOf(entry, batch, context), context)
