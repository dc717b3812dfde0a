import { Refusal } from '#server/kernel/base/refusal.ts'
import { sendBackToReview } from '#server/modules/loans/steps/reinspect.ts'
import { type InspectionCall, lockedInspection, update } from './inspect.ts'
import type { StoredInspection } from './store.ts'

/** The inspection, for the reviewer whose decision it is about. @throws Refusal `not_your_decision`. */
async function mustBeOfMine(call: InspectionCall): Promise<StoredInspection> {
  const inspection = await lockedInspection(call)
  if (inspection.reviewerId !== call.actor.id) throw new Refusal('not_your_decision')
  return inspection
}

/** Shows a result to its reviewer. @throws Refusal `not_your_decision`. */
export async function show(call: InspectionCall): Promise<void> {
  const { outcome } = await mustBeOfMine(call)
  await update(call, { state: outcome!, shownAt: call.now }) // it was inspected
}

/** Objects to a fail. @throws Refusal `not_your_decision`. */
export async function appeal(reason: string, call: InspectionCall): Promise<void> {
  await mustBeOfMine(call)
  await update(call, { appeal: 'pending', appealReason: reason, appealedAt: call.now })
}

/** Decides an appeal; overturned, the result is turned. @throws Refusal `own_decision`: who was in it does not decide. */
export async function decideAppeal(
  decision: 'upheld' | 'overturned',
  remark: string,
  call: InspectionCall,
): Promise<void> {
  const { reviewerId, inspectorId } = await lockedInspection(call)
  if ([reviewerId, inspectorId].includes(call.actor.id)) throw new Refusal('own_decision')
  const turned = decision === 'overturned' && ({ state: 'pass', outcome: 'pass' } as const)
  const decided = { appealDecidedBy: call.actor.name, appealRemark: remark, appealDecidedAt: call.now }
  await update(call, { ...turned, ...decided, appeal: decision })
}

/** Sends the order back to be reviewed again. @throws Refusal `not_allowed_now`. */
export async function sendBack(reason: string, call: InspectionCall): Promise<void> {
  const { loanId } = await lockedInspection(call)
  await sendBackToReview(loanId, reason, call)
  await update(call, { sentBackAt: call.now })
}
