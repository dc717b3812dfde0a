import { useSyncExternalStore } from 'react'
import { text } from '#src/locale/text.ts'
import { toast } from '#src/ui/toast.ts'

const warn = () => toast('warn', text('shell.noFullScreen'))
const isFull = (): boolean => document.fullscreenElement !== null

/** Gives the console the whole screen, or takes it away; warns where the browser cannot. */
export function toggleFullScreen(): void {
  if (!document.fullscreenEnabled) {
    warn()
    return
  }
  const changed = isFull() ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  changed.catch(warn)
}

/** Whether the console has the whole screen. */
export const useIsFull = (): boolean =>
  useSyncExternalStore((changed) => {
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, isFull)
