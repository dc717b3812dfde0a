import { useEffect, useState } from 'react'
import { isListLoading } from '#src/command/active-list.ts'
import { isPageLoading, isTextField } from '#src/keyboard/keyboard.ts'

/** Nothing was typed for so long, and how often is looked. */
const [quietMs, lookMs] = [1_500, 300]

/** Rows take the focus as they come, unless something else has it by then: what opens before them would leave them without. */
const isLoading = (): boolean => isPageLoading() || isListLoading()

const isBusy = (): boolean =>
  isLoading() ||
  isTextField(document.activeElement) ||
  document.querySelector('[role="dialog"], [role="menu"]') !== null

/**
 * Whether nobody is disturbed by what opens now: rows have come, no field has the focus, nothing else is open, and no key
 * was pressed a moment ago. Looked for while it is `wanted`.
 */
export function useQuietMoment(wanted: boolean): boolean {
  const [quiet, setQuiet] = useState(false)
  useEffect(() => {
    if (!wanted) return
    let pressed = performance.now()
    const press = () => {
      pressed = performance.now()
    }
    const timer = setInterval(() => setQuiet(!isBusy() && performance.now() - pressed >= quietMs), lookMs)
    document.addEventListener('keydown', press, { capture: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('keydown', press, { capture: true })
      setQuiet(false)
    }
  }, [wanted])
  return wanted && quiet
}
