import type { OneTimeSecret } from '#src/command/command.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Dialog, DialogButtons } from '#src/ui/overlay/Dialog.tsx'
import styles from './OneTimeSecretDialog.module.css'

interface Props {
  readonly secret: OneTimeSecret
  onClose(): void
}

/** Dialog of a secret that is shown once: to be told or copied; it is gone when it closes. */
export function OneTimeSecretDialog({ secret: { title, hint, value }, onClose }: Props) {
  const { say } = useText()
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    toast('info', say('shell.secretCopied')) // not what it is
  }
  return (
    <Dialog title={say(title)} description={say(hint)} onClose={onClose}>
      <output className={styles.value}>{value}</output>
      <DialogButtons>
        <Button onClick={() => void copy()}>{say('shell.copySecret')}</Button>
        <Button tone="accent" onClick={onClose}>
          {say('command.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
