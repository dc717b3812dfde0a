import { eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { QualityCode } from '#contract/quality-inspections/code.ts'
import type { QualityInspection } from '#contract/quality-inspections/row.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { type Finding, inspected, released, reopened } from '#server/kernel/sampling/inspection.ts'
import { qualityInspectionRows as rows, type StoredInspection } from './store.ts'

/** A call about one inspection. */
export type InspectionCall = Call<never, QualityInspection>

/** The whole row of the inspection that a call is about; the kernel has locked it. */
export async function lockedInspection({
  tx,
  row,
}: Pick<InspectionCall, 'tx' | 'row'>): Promise<StoredInspection & { readonly aboutId: IdOf<'staff'> }> {
  const [found] = await tx.select().from(rows).where(eq(rows.id, row.id)).for('update')
  return { ...found!, aboutId: found!.reviewerId } // the kernel has just read it
}

/** Changes the inspection that a call is about. */
export const update = ({ tx, row }: InspectionCall, values: Partial<StoredInspection>) =>
  tx.update(rows).set(values).where(eq(rows.id, row.id))

/** Notes what was found of somebody else's decision. @throws Refusal `own_work`, `claimed_elsewhere`. */
export async function inspect(
  { code, ...finding }: Finding & { readonly code: QualityCode },
  call: InspectionCall,
): Promise<void> {
  await update(call, { ...inspected(finding, await lockedInspection(call), call), code })
}

/** Gives back what one has claimed. @throws Refusal `claimed_elsewhere`. */
export async function release(call: InspectionCall): Promise<void> {
  await update(call, released(await lockedInspection(call), call))
}

/** Takes one's own result back while nobody has seen it. @throws Refusal `claimed_elsewhere`. */
export async function reopen(call: InspectionCall): Promise<void> {
  await update(call, { ...reopened(await lockedInspection(call), call), code: null })
}
