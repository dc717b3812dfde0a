import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useText } from '#src/locale/text.ts'
import { openTab, tabState } from '#src/session/tabs.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogButtons } from '#src/ui/overlay/Dialog.tsx'
import { forgetDraft, hasChanges } from './duty-session.ts'

/**
 * Leave guard: where the page is left with changes, it holds on and asks. By the Navigation API, where a browser has it;
 * elsewhere the draft is kept all the same. A window that is closed asks in the browser's own words.
 */
function useLeaveGuard(): readonly [string | null, (to: string | null) => void] {
  const [to, setTo] = useState<string | null>(null)
  useEffect(() => {
    const own = window.location.pathname
    const hold = (event: NavigateEvent) => {
      const { pathname, search, hash } = new URL(event.destination.url)
      if (!event.cancelable || pathname === own || !hasChanges()) return
      event.preventDefault()
      setTo(pathname + search + hash)
    }
    const close = (event: BeforeUnloadEvent) => hasChanges() && event.preventDefault()
    const { navigation } = window as Partial<Pick<Window, 'navigation'>> // not every browser has it
    navigation?.addEventListener('navigate', hold)
    window.addEventListener('beforeunload', close)
    return () => {
      navigation?.removeEventListener('navigate', hold)
      window.removeEventListener('beforeunload', close)
    }
  }, [])
  return [to, setTo]
}

/** A tab that was closed while its page held on is there again. */
function useTabBack(): () => void {
  const [tab] = useState(() => tabState.open.find(({ key }) => key === window.location.pathname))
  return () => tab && openTab({ ...tab, href: window.location.pathname + window.location.search })
}

/** Asks what becomes of changes when the page is left: saved, given up, or the page is not left. */
export function LeaveDialog({ save }: { save(): Promise<boolean> }) {
  const { text } = useText()
  const [to, goTo] = useLeaveGuard()
  const bringBack = useTabBack()
  if (to === null) return null
  const stay = () => {
    goTo(null)
    bringBack()
  }
  const leave = () => {
    forgetDraft()
    navigate(to)
  }
  return (
    <Dialog title={text('duty.leaving')} onClose={stay}>
      <DialogButtons>
        <Button onClick={stay}>{text('duty.leaving.stay')}</Button>
        <Button onClick={leave}>{text('duty.leaving.discard')}</Button>
        <Button tone="accent" onClick={() => void save().then((saved) => (saved ? navigate(to) : stay()))}>
          {text('duty.leaving.save')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
