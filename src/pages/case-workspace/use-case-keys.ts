import { useEffect } from 'react'
import { ownNumber } from '#contract/follow-ups.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { clearStatusLine, type KeyHint, statusLine } from '#src/ui/feedback/status-line.ts'
import { type FormField, nextWay, wantsPromise, withDigit } from './follow-up-form.ts'
import type { FollowUpDraft } from './use-follow-up.ts'

interface Keys {
  readonly draft: FollowUpDraft
  /** Whether anything can be noted. */
  readonly able: boolean
  readonly today: LocalDate
  /** The numbers that may be used, by reference. */
  readonly numbers: readonly string[]
  go(field: FormField | 'order'): void
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const hints: readonly KeyHint[] = [
  { keys: '1', label: 'caseWorkspace.hint.digits' },
  { keys: 'p', label: 'caseWorkspace.key.promise' },
  { keys: 'f', label: 'caseWorkspace.hint.next' },
  { keys: 'm', label: 'caseWorkspace.key.remark' },
  { keys: 'enter', label: 'caseWorkspace.key.save' },
  { keys: 'n', label: 'caseWorkspace.hint.skip' },
]

/** Keys of the workspace, and the line that names them. */
export function useCaseKeys({ draft, able, today, numbers, go }: Keys): void {
  const { current, change, save, skip } = draft
  const sayDigit = (digit: number) => {
    change((form) => withDigit(form, digit, today))
    // whoever is willing promises something: that is typed next
    const { turn } = current()
    if (turn === 'result' && wantsPromise(current())) go('promises')
  }
  const nextNumber = () =>
    change((form) => ({ ...form, number: numbers[(numbers.indexOf(form.number) + 1) % numbers.length] ?? ownNumber }))
  useKeys('record', [
    { id: 'caseWorkspace.key.skip', keys: 'n', run: skip },
    { id: 'caseWorkspace.order', keys: 's', run: () => go('order') },
    ...(able
      ? [
          ...digits.map((keys, at) => ({ id: 'caseWorkspace.key.result', keys, run: () => sayDigit(at + 1) })),
          { id: 'caseWorkspace.key.promise', keys: 'p' as Shortcut, run: () => go('promises') },
          { id: 'caseWorkspace.key.next', keys: 'f' as Shortcut, run: () => go('nextAt') },
          { id: 'caseWorkspace.key.remark', keys: 'm' as Shortcut, run: () => go('remark') },
          { id: 'caseWorkspace.key.number', keys: 'o' as Shortcut, run: nextNumber },
          {
            id: 'caseWorkspace.key.way',
            keys: 'v' as Shortcut,
            run: () => change((form) => ({ ...form, way: nextWay(form.way) })),
          },
          {
            id: 'caseWorkspace.key.notTheirs',
            keys: 'x' as Shortcut,
            run: () => change((form) => ({ ...form, notTheirs: form.result === 2 && !form.notTheirs })),
          },
          { id: 'caseWorkspace.key.save', keys: 'enter' as Shortcut, run: save },
        ]
      : []),
  ])
  // heard from a field, too
  useKeys('text', [{ id: 'caseWorkspace.key.save', keys: 'mod+enter', run: save }])
  useEffect(() => {
    Object.assign(statusLine, { mode: able ? 'FOLLOW-UP' : 'NORMAL', hints: able ? hints : hints.slice(-1) })
    return clearStatusLine
  }, [able])
}
