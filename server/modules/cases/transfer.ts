import { eq } from 'drizzle-orm'
import type { Case, cases } from '#contract/cases.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { recordTransfer } from '#server/modules/case-transfers/steps.ts'
import { handOver } from './steps/cases.ts'
import { collectorOf } from './steps/collectors.ts'
import { caseRows } from './store.ts'

/** Gives a case to a collector, and writes down whose it was. */
export async function transfer(
  { to, kind, reason }: Pick<Parsed<typeof cases.transfer>, 'to' | 'kind' | 'reason'>,
  call: Call<never, Case>,
): Promise<void> {
  const { tx, row, actor, now } = call
  const target = await collectorOf(tx, to, actor)
  if (!target) throw new Refusal('unknown_collector', undefined, { field: 'to' })
  if (target.collectorId === row.collector?.id) throw new Refusal('same_collector', undefined, { field: 'to' })
  if (!target.stages.includes(row.stage.id)) {
    throw new Refusal('lacks_stage', { collector: target.name, stage: row.stage.name }, { field: 'to' })
  }
  const [before] = await tx.select().from(caseRows).where(eq(caseRows.id, row.id))
  const version = await handOver(tx, row.id, { ...target, allocatedAt: now })
  await recordTransfer(tx, { of: before!, to: target, version, kind, reason }, call)
}
