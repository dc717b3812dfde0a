import { approvals } from '#contract/approvals.ts'
import type { Rehearsal } from '#contract/batches.ts'
import { call } from '#src/call/call.ts'
import { invalidate } from '#src/call/query-client.ts'
import { clearMarksOf } from '#src/command/active-list.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import { say } from '#src/locale/text.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { closeAfterRun, goToStep, type PaletteStep, paletteState } from './palette-state.ts'
import { canRequestApproval, readLongEnough } from './review-guards.ts'
import { handleRunFailure } from './run-failure.ts'

type Review = Extract<PaletteStep, { at: 'review' }>

/** What is filed: a draft as it was reviewed, and why. */
interface ApprovalRequest {
  readonly preview: Rehearsal
  readonly reason: string
  readonly idempotencyKey: string
}

/** Files a reviewed draft: one call as it would be made, many rows as they were frozen. */
function file({ command, target, args }: Draft, { preview, reason, idempotencyKey }: ApprovalRequest) {
  const why = reason.trim() === '' ? {} : { reason }
  const [row] = target?.loadedRows ?? []
  if (preview.id && (preview.matched > 1 || preview.blocker?.fault !== 'second_person_needed')) {
    return call(approvals.request, { id: preview.id, ...why }, { idempotencyKey })
  }
  const input = { ...args, ...(row && { id: row.id, version: preview.version ?? row.version }) }
  // it was rehearsed, so it calls
  return call(approvals.file, { call: command.call!.endpoint.id, input, ...why }, { idempotencyKey })
}

async function send(draft: Draft, request: ApprovalRequest): Promise<void> {
  const isCurrent = goToStep({ at: 'running', draft })
  try {
    const { id } = await file(draft, request)
    invalidate(['approvals'])
    clearMarksOf(draft.target)
    if (isCurrent()) closeAfterRun()
    toast('good', say('approvals.filed', { id }))
    draft.listener?.onStopped()
  } catch (error) {
    handleRunFailure(error, draft, isCurrent, (same) => send(same, request))
  }
}

/** Files what is being reviewed with the same rows and arguments, for somebody else to release. */
export async function requestApproval(step: Review, reason: string): Promise<void> {
  const { draft, preview } = step
  if (paletteState.step !== step || !preview || !canRequestApproval(step) || !readLongEnough(step)) return
  await send(draft, { preview, reason, idempotencyKey: crypto.randomUUID() })
}
