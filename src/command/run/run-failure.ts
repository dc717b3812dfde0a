import { isUnanswered } from '#src/call/call.ts'
import { errorMessage, showError } from '#src/call/show-error.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import { closePalette, goToStep } from './palette-state.ts'
import { askRefused, keepRefused } from './refused-draft.ts'

/** Whether what was sent is still what the palette shows. */
type IsCurrent = () => boolean
/** Sends the same again, to be done once however often it was sent. */
type Again = (draft: Draft) => Promise<void>

/** Says what went wrong with what was sent; where nobody answered, it may be sent again. Whoever follows it stops there. */
export function handleFailure(error: unknown, { listener, ...draft }: Draft, isCurrent: IsCurrent, again: Again): void {
  if (isCurrent() && isUnanswered(error)) {
    goToStep({ at: 'unanswered', draft, problem: errorMessage(error), sent: true, retry: () => void again(draft) })
  } else {
    showError(error)
    if (isCurrent()) closePalette()
  }
  listener?.onStopped()
}

/** Handles a failure of what had arguments: what is wrong with one is said beside that, and what was given is kept. */
export function handleRunFailure(error: unknown, draft: Draft, isCurrent: IsCurrent, again: Again): void {
  const { listener, ...refused } = draft
  if (isCurrent() && askRefused(error, refused)) listener?.onStopped()
  else {
    handleFailure(error, draft, isCurrent, again)
    void keepRefused(error, refused)
  }
}
