import { approvals } from '#contract/approvals.ts'
import { announce } from '#src/call/announce.ts'
import { call } from '#src/call/call.ts'
import { stale } from '#src/call/queries.ts'
import { say } from '#src/locale/text.ts'
import { toast } from '#src/ui/toast.ts'
import { close, over, palette, type Step, show } from './palette.ts'
import { isRead } from './reviewed.ts'
import { scene } from './scene.ts'

type Review = Extract<Step, { at: 'review' }>

/** Whether what is reviewed may be asked for, where it may not be run alone. */
export const asks = ({ preview }: Review): boolean =>
  preview !== null && preview.eligible > 0 && preview.hindrance?.askable === true

/** Files what is being reviewed with the same rows and arguments, for somebody else to release. */
export async function fileReview(step: Review, reason: string): Promise<void> {
  const { draft, preview } = step
  if (palette.step !== step || !preview || !asks(step) || !isRead(step)) return
  const still = show({ at: 'running', draft })
  try {
    const input = { id: preview.id, ...(reason.trim() !== '' && { reason }) }
    const { id } = await call(approvals.request, input, { idempotencyKey: crypto.randomUUID() })
    stale(['approvals'])
    if (draft.meant && scene.list?.noun === draft.meant.noun) scene.list.clear()
    if (still()) over()
    toast('good', say('approvals.filed', { id }))
    draft.follow?.stopped()
  } catch (error) {
    announce(error)
    if (still()) close()
  }
}
