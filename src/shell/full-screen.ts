import { useSyncExternalStore } from 'react'
import { text } from '#src/locale/text.ts'
import { toast } from '#src/ui/feedback/toast.ts'

const warn = () => toast('warn', text('shell.noFullScreen'))
const isFullScreen = (): boolean => document.fullscreenElement !== null

/** Gives the console the whole screen, or takes it away; warns where the browser cannot. */
export function toggleFullScreen(): void {
  if (!document.fullscreenEnabled) {
    warn()
    return
  }
  const changed = isFullScreen() ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  changed.catch(warn)
}

/** Whether the console has the whole screen. */
export const useIsFullScreen = (): boolean =>
  useSyncExternalStore((changed) => {
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, isFullScreen)
