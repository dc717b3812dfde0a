import { and, eq } from 'drizzle-orm'
import { commissionOf } from '#contract/attribution.ts'
import { businessDate } from '#contract/kernel/calendar.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { Recovery, recoveries } from '#contract/recoveries.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { collectorsOf } from '#server/modules/cases/steps/collectors.ts'
import { mustNotBeClosed } from '#server/modules/commission-statements/steps.ts'
import { mustNotBeMaker } from '#server/modules/four-eyes/steps.ts'
import { rateFor } from '#server/modules/units/steps.ts'
import { addRecoveries, copyOf, takingBack } from './steps/rows.ts'
import { recoveryDisputeRows as disputes, recoveryRows } from './store.ts'

type RecoveryCall = Call<never, Recovery>

/**
 * Writes down that somebody else is said to have recovered it.
 * @throws Refusal `same_collector`, `unknown_collector`, `statement_closed`.
 */
export async function dispute(
  { to, reason }: Pick<Parsed<typeof recoveries.dispute>, 'to' | 'reason'>,
  { tx, row, actor, now }: RecoveryCall,
): Promise<void> {
  if (row.statementId) await mustNotBeClosed(tx, row.statementId)
  if ((to as string) === row.collector.id) throw new Refusal('same_collector', undefined, { field: 'to' })
  const [other] = await collectorsOf(tx, [to], actor)
  if (!other) throw new Refusal('unknown_collector', undefined, { field: 'to' })
  const { collectorId, groupId, agencyId, unitPath } = other
  const asked = { recoveryId: row.id, collectorId, groupId, agencyId, unitPath, reason }
  const [added] = await tx
    .insert(disputes)
    .values({ ...asked, makerId: actor.id, requestedAt: now })
    .returning({ id: disputes.id })
  await tx.update(recoveryRows).set({ state: 'disputed', disputeId: added!.id }).where(eq(recoveryRows.id, row.id))
}

/** Ends the dispute about a recovery. Answers it as it was asked. */
async function decide(state: 'accepted' | 'refused', note: string | undefined, { tx, row, actor, now }: RecoveryCall) {
  mustNotBeMaker({ row: { maker: row.disputedBy! }, actor }) // whoever has disputed it is known
  const [decided] = await tx
    .update(disputes)
    .set({ state, note: note || null, checkerId: actor.id, decidedAt: now })
    .where(and(eq(disputes.recoveryId, row.id), eq(disputes.state, 'pending')))
    .returning()
  return decided!
}

/** Takes a recovery back and credits it to the other one: at the rate that their agency had in that stage on that day. */
export async function pass(note: string | undefined, call: RecoveryCall): Promise<void> {
  const { tx, row, app } = call
  const { collectorId, groupId, agencyId, unitPath } = await decide('accepted', note, call)
  const corrected = { state: 'corrected', entry: 'correction' } as const
  const [was] = await tx
    .update(recoveryRows)
    .set({ state: corrected.state })
    .where(eq(recoveryRows.id, row.id))
    .returning()
  const kept = copyOf(was!)
  const day = businessDate(row.paidAt, app.clock.country)
  const ratePpm = await rateFor(tx, { agencyId, stage: kept.stage, day })
  const theirs = { collectorId, groupId, agencyId, unitPath, ratePpm, ofId: was!.id }
  const commissionMinor = commissionOf(kept.amountMinor, ratePpm ?? 0)
  const next = { ...kept, ...theirs, commissionMinor, state: 'attributed', entry: 'correction' } as const
  await addRecoveries(tx, [takingBack(was!, { ...corrected, paymentId: was!.paymentId }), next], app)
}

/** Leaves a recovery with whom it was credited to, for a reason. */
export async function reject(note: string, call: RecoveryCall): Promise<void> {
  await decide('refused', note, call)
  await call.tx.update(recoveryRows).set({ state: 'attributed' }).where(eq(recoveryRows.id, call.row.id))
}
