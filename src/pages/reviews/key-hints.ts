import type { KeyHint } from '#src/ui/feedback/status-line.ts'
import type { FormMode } from './review-form.ts'

const hintsOf: Readonly<Record<FormMode, readonly KeyHint[]>> = {
  none: [
    { keys: 'A', label: 'reviews.pass' },
    { keys: 'X', label: 'reviews.reject' },
    { keys: 'b', label: 'reviews.hint.ask' },
    { keys: 'l', label: 'reviews.hint.giveBack' },
    { keys: 'u', label: 'reviews.hint.undo' },
  ],
  pass: [
    { keys: 'enter', label: 'reviews.hint.decide' },
    { keys: 'm', label: 'reviews.remark' },
    { keys: 'escape', label: 'reviews.hint.back' },
  ],
  reject: [
    { keys: 'C 1', label: 'reviews.code' },
    { keys: 'enter', label: 'reviews.hint.decide' },
    { keys: 'm', label: 'reviews.remark' },
    { keys: 'escape', label: 'reviews.hint.back' },
  ],
  ask: [
    { keys: 'b 1', label: 'reviews.asked' },
    { keys: 'enter', label: 'reviews.hint.decide' },
    { keys: 'm', label: 'reviews.remark' },
    { keys: 'escape', label: 'reviews.hint.back' },
  ],
}

const back = { keys: 'escape', label: 'reviews.hint.back' } as const
/** In the remark letters are text, and Enter adds a line. */
const writingHints: readonly KeyHint[] = [{ keys: 'mod+enter', label: 'reviews.hint.decide' }, back]

/** The keys that work now: in a form of that kind, and in its remark while somebody is `writing` it. */
export const hintsIn = (mode: FormMode, writing: boolean): readonly KeyHint[] => {
  if (!writing) return hintsOf[mode]
  return mode === 'none' ? [back] : writingHints
}
