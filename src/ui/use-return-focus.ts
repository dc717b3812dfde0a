import { useRef, useState } from 'react'

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

/** The same of a dialog, under no button: what had the focus when it came to stand there, if that is still there. */
export function useDialogReturnFocus(): (event: Event) => void {
  // before a field in it takes the focus by itself
  const [before] = useState(() => document.activeElement)
  return (event) => {
    if (!(before instanceof HTMLElement && before.isConnected && document.activeElement === document.body)) return
    event.preventDefault()
    before.focus({ preventScroll: true })
  }
}
