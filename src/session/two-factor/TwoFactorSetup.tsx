import { type FormEvent, useState } from 'react'
import { account } from '#contract/account.ts'
import { call } from '#src/call/call.ts'
import { errorMessage } from '#src/call/show-error.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/Field.tsx'
import { Dialog, DialogButtons } from '#src/ui/overlay/Dialog.tsx'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './TwoFactor.module.css'
import { formatSecret, type TwoFactorSecret } from './two-factor.ts'

interface Props {
  readonly begun: TwoFactorSecret
  /** It is on, and the recovery codes are kept. */
  onDone(): void
  /** Leaves it as it was; without, there is no way around it. */
  readonly onClose?: () => void
}

/** The secret, to be scanned or typed, and the first code it makes. */
function ConfirmForm({ begun, onClose, onConfirmed }: Omit<Props, 'onDone'> & { onConfirmed(codes: string[]): void }) {
  const { text } = useText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (code === '') return setError(text('session.codeMissing'))
    setBusy(true)
    try {
      onConfirmed((await call(account.confirmTwoFactor, { code })).recoveryCodes)
    } catch (refused) {
      setError(errorMessage(refused))
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.secret}>
        <QrCode value={begun.address} label={text('session.twoFactor.picture')} />
        <p>
          {text('session.twoFactor.secret')}
          <code>{formatSecret(begun.secret)}</code>
        </p>
      </div>
      <TextField
        label={text('session.twoFactor.shown')}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        autoFocus
        error={error}
      />
      <DialogButtons>
        {onClose && <Button onClick={onClose}>{text('session.cancel')}</Button>}
        <Button type="submit" tone="accent" busy={busy}>
          {text('session.twoFactor.turnOn')}
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Sets two-factor up: the secret goes into an authenticator, a code comes back, and recovery codes are kept. */
export function TwoFactorSetup({ begun, onDone, onClose }: Props) {
  const { text } = useText()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) {
    return (
      <Dialog title={text('session.codes')} description={text('session.codes.says')}>
        <RecoveryCodes codes={codes} onKept={onDone} />
      </Dialog>
    )
  }
  const why = [...(onClose ? [] : [text('session.twoFactor.due')]), text('session.twoFactor.scan')].join('. ')
  return (
    <Dialog title={text('session.twoFactor.setUp')} description={why} onClose={onClose}>
      <ConfirmForm begun={begun} onConfirmed={setCodes} {...(onClose && { onClose })} />
    </Dialog>
  )
}
