import { eq } from 'drizzle-orm'
import type { QualityCode } from '#contract/quality-inspections/code.ts'
import type { QualityInspection } from '#contract/quality-inspections/row.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { qualityInspectionRows as rows, type StoredInspection } from './store.ts'

/** A call about one inspection. */
export type InspectionCall = Call<never, QualityInspection>

/** The whole row of the inspection that a call is about; the kernel has locked it. */
export async function lockedInspection({ tx, row }: Pick<InspectionCall, 'tx' | 'row'>): Promise<StoredInspection> {
  const [found] = await tx.select().from(rows).where(eq(rows.id, row.id)).for('update')
  return found! // the kernel has just read it
}

/** Changes the inspection that a call is about. */
export const update = ({ tx, row }: InspectionCall, values: Partial<StoredInspection>) =>
  tx.update(rows).set(values).where(eq(rows.id, row.id))

/** What an inspector notes. */
export interface Finding {
  readonly outcome: 'pass' | 'fail'
  readonly code: QualityCode
  readonly remark: string | null
}

/** Notes what was found of somebody else's decision. @throws Refusal `own_decision`, `claimed_elsewhere`. */
export async function inspect(finding: Finding, call: InspectionCall): Promise<void> {
  const { actor, now } = call
  const { reviewerId, inspectorId, lockedUntil } = await lockedInspection(call)
  if (reviewerId === actor.id) throw new Refusal('own_decision')
  const isTheirs = inspectorId !== null && inspectorId !== actor.id && lockedUntil !== null && lockedUntil > now
  if (isTheirs) throw new Refusal('claimed_elsewhere')
  await update(call, { ...finding, state: 'inspected', inspectorId: actor.id, inspectedAt: now, lockedUntil: null })
}

/** Gives back what one has claimed. @throws Refusal `claimed_elsewhere`. */
export async function release(call: InspectionCall): Promise<void> {
  const { inspectorId } = await lockedInspection(call)
  if (inspectorId !== call.actor.id) throw new Refusal('claimed_elsewhere')
  await update(call, { inspectorId: null, lockedUntil: null })
}

/** Takes one's own result back while nobody has seen it. @throws Refusal `claimed_elsewhere`. */
export async function reopen(call: InspectionCall): Promise<void> {
  const { inspectorId } = await lockedInspection(call)
  if (inspectorId !== call.actor.id) throw new Refusal('claimed_elsewhere')
  await update(call, { state: 'notInspected', outcome: null, code: null, remark: null, inspectedAt: null })
}
