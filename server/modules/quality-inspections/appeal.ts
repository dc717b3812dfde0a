import { appealDecided, appealed, shown } from '#server/kernel/sampling/inspection.ts'
import { sendBackToReview } from '#server/modules/loans/steps/reinspect.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { type InspectionCall, lockedInspection, update } from './inspect.ts'

/** Shows a result to its reviewer. @throws Refusal `not_your_work`. */
export async function show(call: InspectionCall): Promise<void> {
  await update(call, shown(await lockedInspection(call), call))
}

/** Objects to a fail. @throws Refusal `not_your_work`. */
export async function appeal(reason: string, call: InspectionCall): Promise<void> {
  await update(call, appealed(reason, await lockedInspection(call), call))
}

/** Decides an appeal; overturned, the result is turned, and has the code that a pass begins with. @throws Refusal `own_work`: who was in it does not decide. */
export async function decideAppeal(
  decision: 'upheld' | 'overturned',
  remark: string,
  call: InspectionCall,
): Promise<void> {
  const decided = appealDecided(decision, remark, await lockedInspection(call), call)
  const turned = decision === 'overturned' && { code: await parameter(call.tx, 'quality.passCode') }
  await update(call, { ...decided, ...turned })
}

/** Sends the order back to be reviewed again. @throws Refusal `not_allowed_now`. */
export async function sendBack(reason: string, call: InspectionCall): Promise<void> {
  const { loanId } = await lockedInspection(call)
  await sendBackToReview(loanId, reason, call)
  await update(call, { sentBackAt: call.now })
}
