import { Maximize, Minimize } from 'lucide-react'
import { useText } from '#src/locale/text.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { toggleFullScreen, useIsFullScreen } from '../full-screen.ts'

/** The console and nothing else on the screen. */
export function FullScreenButton() {
  const { text } = useText()
  const isFull = useIsFullScreen()
  const Sign = isFull ? Minimize : Maximize
  return (
    <IconButton label={text(isFull ? 'shell.leaveFullScreen' : 'shell.fullScreen')} onClick={toggleFullScreen}>
      <Sign size={14} aria-hidden="true" />
    </IconButton>
  )
}
