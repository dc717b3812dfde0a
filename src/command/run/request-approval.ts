import { approvals } from '#contract/approvals.ts'
import type { Rehearsal } from '#contract/batches.ts'
import { call } from '#src/call/call.ts'
import { invalidate } from '#src/call/query-client.ts'
import { showError } from '#src/call/show-error.ts'
import { clearMarksOf } from '#src/command/active-list.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import { say } from '#src/locale/text.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { closeAfterRun, closePalette, goToStep, type PaletteStep, paletteState } from './palette-state.ts'
import { readLongEnough } from './review-guards.ts'

type Review = Extract<PaletteStep, { at: 'review' }>

/** Whether what is reviewed may be asked for, where it may not be run alone. */
export const canRequestApproval = ({ preview }: Review): boolean =>
  preview !== null && preview.eligible > 0 && preview.blocker?.askable === true

/** Files a reviewed draft: one call as it would be made, many rows as they were frozen. */
function file({ command, target, args }: Draft, preview: Rehearsal, why: { reason?: string }) {
  const how = { idempotencyKey: crypto.randomUUID() }
  const [row] = target?.loadedRows ?? []
  if (preview.id && (preview.matched > 1 || preview.blocker?.fault !== 'second_person_needed')) {
    return call(approvals.request, { id: preview.id, ...why }, how)
  }
  const input = { ...args, ...(row && { id: row.id, version: preview.version ?? row.version }) }
  return call(approvals.file, { call: command.call!.endpoint.id, input, ...why }, how) // it was rehearsed, so it calls
}

/** Files what is being reviewed with the same rows and arguments, for somebody else to release. */
export async function requestApproval(step: Review, reason: string): Promise<void> {
  const { draft, preview } = step
  if (paletteState.step !== step || !preview || !canRequestApproval(step) || !readLongEnough(step)) return
  const isCurrent = goToStep({ at: 'running', draft })
  try {
    const { id } = await file(draft, preview, reason.trim() === '' ? {} : { reason })
    invalidate(['approvals'])
    clearMarksOf(draft.target)
    if (isCurrent()) closeAfterRun()
    toast('good', say('approvals.filed', { id }))
    draft.listener?.onStopped()
  } catch (error) {
    showError(error)
    if (isCurrent()) closePalette()
  }
}
