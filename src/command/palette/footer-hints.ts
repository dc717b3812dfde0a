import { hasOptions } from '#src/command/arguments/argument.ts'
import type { PaletteStep } from '#src/command/run/palette-state.ts'
import { canRun, hasTextField } from '#src/command/run/review-guards.ts'

const hints = {
  search: 'command.hintsSearch',
  ask: 'command.hintsAsk',
  form: 'command.hintsForm',
  why: 'command.hintsWhy',
} as const

/** The text that says which keys work in a step. A review of which nothing would run has no button but the way out. */
export function hintsAt(step: PaletteStep) {
  if (step.at === 'review') {
    if (hasTextField(step)) return 'command.hintsReviewTyped'
    return canRun(step) ? 'command.hintsReview' : 'command.hintsReviewOnly'
  }
  // digits are of what is typed where nothing is offered
  if (step.at === 'ask' && !hasOptions(step.argument)) return 'command.hintsAskTyped'
  return step.at in hints ? hints[step.at as keyof typeof hints] : null // a step with hints
}
