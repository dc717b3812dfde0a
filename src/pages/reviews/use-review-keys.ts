import { useEffect } from 'react'
import { useKeys } from '#src/keyboard/keyboard.ts'
import type { KeyBinding } from '#src/keyboard/layers.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { clearStatusLine, statusLine } from '#src/ui/feedback/status-line.ts'
import { hintsIn } from './key-hints.ts'
import { askedItems, codesByClass, type FormMode, toggleItem } from './review-form.ts'
import type { Decision } from './use-decision.ts'

/** What keys do beside the decision. */
interface WorkspaceActions {
  /** Moves the cursor among the fields that are compared. */
  move(by: number): void
  toggleDifferences(): void
  writeRemark(): void
}

const modes = { none: 'NORMAL', pass: 'PASS', reject: 'REJECT', ask: 'ASK' } as const satisfies Record<FormMode, string>

/**
 * The keys that fill a form in. A code is the letter of its class and its digit, an item `b` and its digit; alone `A` and
 * `b` begin, until a letter may be the first of two.
 */
function formKeys({ form, change }: Decision): KeyBinding[] {
  const codes = codesByClass.flatMap(({ letter, codes }) =>
    codes.map((code, i) => ({
      id: 'reviews.code',
      keys: `${letter} ${i + 1}` as Shortcut,
      run: () => change((now) => ({ ...now, mode: 'reject', code })),
    })),
  )
  const items = askedItems.map((item, i) => ({
    id: 'reviews.asked',
    keys: `b ${i + 1}` as Shortcut,
    run: () => change((now) => toggleItem(now, item)),
  }))
  const begin = (mode: FormMode) => () => change((now) => ({ ...now, mode }))
  return [
    ...codes,
    ...items,
    { id: 'reviews.reject', keys: 'X', run: begin('reject') },
    ...(form.mode === 'reject' ? [] : [{ id: 'reviews.pass', keys: 'A' as Shortcut, run: begin('pass') }]),
    ...(form.mode === 'ask' ? [] : [{ id: 'reviews.askAgain', keys: 'b' as Shortcut, run: begin('ask') }]),
  ]
}

interface WorkspaceState {
  /** Whether anything can be decided now. */
  readonly able: boolean
  /** Whether the remark has the focus. */
  readonly writing: boolean
}

/** Keys of the workspace, and the line that names them. */
export function useReviewKeys(decision: Decision, actions: WorkspaceActions, { able, writing }: WorkspaceState): void {
  const { form, decide, giveBack, undo, back } = decision
  const { mode } = form
  useKeys('grid', [
    { id: 'reviews.key.nextField', keys: 'j', repeats: true, run: () => actions.move(1) },
    { id: 'reviews.key.previousField', keys: 'k', repeats: true, run: () => actions.move(-1) },
    { id: 'reviews.key.differences', keys: 'd', run: actions.toggleDifferences },
    { id: 'reviews.undo', keys: 'u', run: undo },
    { id: 'reviews.key.back', keys: 'escape', run: back },
    ...(able
      ? [
          ...formKeys(decision),
          { id: 'reviews.release', keys: 'l' as Shortcut, run: giveBack },
          { id: 'reviews.remark', keys: 'm' as Shortcut, run: actions.writeRemark },
          { id: 'reviews.key.decide', keys: 'enter' as Shortcut, run: decide },
        ]
      : []),
  ])
  // heard from the remark, too
  useKeys('text', [{ id: 'reviews.key.decide', keys: 'mod+enter', run: decide }])
  useEffect(() => {
    Object.assign(statusLine, { mode: able ? modes[mode] : 'NORMAL', hints: able ? hintsIn(mode, writing) : [] })
    return clearStatusLine
  }, [able, mode, writing])
}
