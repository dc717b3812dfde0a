import { eq } from 'drizzle-orm'
import type { Case, cases } from '#contract/cases.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { recordTransfer } from '#server/modules/case-transfers/steps.ts'
import { collectionPath, handOver } from './steps/cases.ts'
import { type Collector, receiversOf } from './steps/collectors.ts'
import { caseRows } from './store.ts'

type CaseCall = Call<never, Case>
type Shared = Parsed<typeof cases.shareOut>
/** To whom, and how it came to that. */
type Transfer = Pick<Shared, 'to' | 'kind' | 'reason'> & Partial<Pick<Shared, 'others'>>

/** Whose turn it is: of those who have its stage, but for whoever has the case. @throws Refusal `same_collector`, `lacks_stage`. */
function receiverOf(receivers: readonly Collector[], { row, batchSeq }: CaseCall): Collector {
  const others = receivers.filter(({ collectorId }) => collectorId !== row.collector?.id)
  const [first] = others
  if (!first) throw new Refusal('same_collector', undefined, { field: 'to' })
  const able = others.filter(({ stages }) => stages.includes(row.stage.id))
  const next = able[(batchSeq - 1) % able.length]
  if (next) return next
  const collector = others.map(({ name }) => name).join(', ')
  throw new Refusal('lacks_stage', { collector, stage: row.stage.name }, { field: 'to' })
}

/** Gives a case to a collector, of several to the one whose turn it is, and writes down whose it was. */
export async function transfer({ to, others, kind, reason }: Transfer, call: CaseCall): Promise<void> {
  const { tx, row, actor, now, effect } = call
  const receivers = await receiversOf(tx, { to, others }, actor)
  const receiver = receiverOf(receivers, call)
  const [before] = await tx.select().from(caseRows).where(eq(caseRows.id, row.id))
  const version = await handOver(tx, row.id, { ...receiver, allocatedAt: now })
  await recordTransfer(tx, { of: before!, to: receiver, version, kind, reason }, call)
  if (receivers.length > 1) effect('receivers', receiver.name)
}

/** Takes a case from its collector, to wait for the next allocation, and writes down whose it was. */
export async function recall({ reason }: Pick<Parsed<typeof cases.recall>, 'reason'>, call: CaseCall): Promise<void> {
  const { tx, row } = call
  const [before] = await tx.select().from(caseRows).where(eq(caseRows.id, row.id))
  const to = { collectorId: null, groupId: null, agencyId: null, unitPath: await collectionPath(tx) }
  const version = await handOver(tx, row.id, { ...to, allocatedAt: null })
  await recordTransfer(tx, { of: before!, to, version, kind: 'selected', reason }, call)
}
