import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { showError } from '#src/call/show-error.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogButtons } from '#src/ui/overlay/Dialog.tsx'
import { extendSession, idleTimeout, watchIdle } from './idle-timeout.ts'
import { signOut } from './sign-out.ts'

const secondMs = 1_000

/** Asks whoever has done nothing for long whether they are still there, a minute before their session ends. */
export function IdleWarning() {
  const { text, say } = useText()
  const { leftMs } = useSnapshot(idleTimeout)
  useEffect(watchIdle, [])
  if (leftMs === null) return null
  const keep = () => void extendSession().catch(showError)
  return (
    <Dialog
      title={text('session.idle')}
      description={say('session.idle.says', { count: Math.ceil(leftMs / secondMs) })}
      onClose={keep}
    >
      <DialogButtons>
        <Button onClick={() => void signOut()}>{text('session.signOut')}</Button>
        <Button tone="accent" autoFocus onClick={keep}>
          {text('session.stay')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
