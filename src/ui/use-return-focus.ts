import { useRef } from 'react'

/**
 * Focus return: what opens under a button gives the focus back to whoever had it before. Opened by a key that is the
 * button; opened by the pointer the rows, where the keys are. What was chosen may have put it elsewhere: then it stays there.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null)
  return {
    onOpenChange(open: boolean) {
      if (open) before.current = document.activeElement
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      if (document.activeElement === document.body && before.current instanceof HTMLElement) {
        before.current.focus({ preventScroll: true })
      }
    },
  }
}
