import { type FormEvent, useState } from 'react'
import { account } from '#contract/account.ts'
import { call } from '#src/call/call.ts'
import { errorMessage } from '#src/call/show-error.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { PasswordField } from '#src/ui/Field.tsx'
import { Dialog, DialogButtons } from '#src/ui/overlay/Dialog.tsx'
import styles from './Account.module.css'

interface Props {
  onDone(): void
  onClose(): void
}

/** Turns two-factor off, by the password. */
export function DisableTwoFactor({ onDone, onClose }: Props) {
  const { text } = useText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (password === '') return setError(text('session.passwordMissing'))
    setBusy(true)
    try {
      await call(account.endTwoFactor, { password })
      onDone()
    } catch (refused) {
      setError(errorMessage(refused))
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={text('account.twoFactor.endTitle')}
      description={text('account.twoFactor.endSays')}
      onClose={onClose}
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        <PasswordField
          label={text('session.password')}
          name="password"
          autoComplete="current-password"
          autoFocus
          error={error}
        />
        <DialogButtons>
          <Button onClick={onClose}>{text('session.cancel')}</Button>
          <Button type="submit" tone="bad" busy={busy}>
            {text('account.twoFactor.end')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
