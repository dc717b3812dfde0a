import { Maximize, Minimize } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useText } from '#src/locale/text.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { toast } from '#src/ui/toast.ts'

const useIsFull = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      document.addEventListener('fullscreenchange', changed)
      return () => document.removeEventListener('fullscreenchange', changed)
    },
    () => document.fullscreenElement !== null,
  )

/** The console and nothing else on the screen; warns where the browser cannot. */
export function FullScreen() {
  const { text } = useText()
  const isFull = useIsFull()
  const warn = () => toast('warn', text('shell.noFullScreen'))
  const change = () => {
    if (!document.fullscreenEnabled) return warn()
    const changed = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    changed.catch(warn)
  }
  const Sign = isFull ? Minimize : Maximize
  return (
    <IconButton label={text(isFull ? 'shell.leaveFullScreen' : 'shell.fullScreen')} onClick={change}>
      <Sign size={14} aria-hidden="true" />
    </IconButton>
  )
}
