import { type FormEvent, useRef, useState } from 'react'
import { session } from '#contract/session.ts'
import { call } from '#src/call/call.ts'
import { showError } from '#src/call/show-error.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { PasswordField } from '#src/ui/Field.tsx'
import { toastAfterReload } from '#src/ui/feedback/toast.ts'
import { Dialog, DialogButtons } from '#src/ui/overlay/Dialog.tsx'
import { endSession, notifyBeforeSignOut } from '../base/session.ts'
import styles from './ChangePassword.module.css'
import { checkRules, firstInvalidField, type PasswordDraft } from './new-password.ts'

/** What a new password must be, and which of it is met. */
function Rules({ typed }: { typed: PasswordDraft }) {
  const { text } = useText()
  return (
    <ul className={styles.rules}>
      {checkRules(typed).map(([rule, met]) => (
        <li key={rule} data-met={met || undefined}>
          <span role="img" aria-label={text(met ? 'session.password.met' : 'session.password.unmet')}>
            {met ? '✓' : '·'}
          </span>
          {text(`session.password.${rule}`)}
        </li>
      ))}
    </ul>
  )
}

const fields = [
  ['oldPwd', 'session.oldPassword', 'current-password'],
  ['newPwd', 'session.newPassword', 'new-password'],
  ['confirmNewPwd', 'session.confirmPassword', 'new-password'],
] as const

interface Props {
  readonly account: string
  /** Leaves the password as it is; without, there is no way around a new one. */
  readonly onClose?: () => void
}

/** Gives the person a new password, and has them sign in anew with it. Sends nothing while a rule is not met. */
export function ChangePassword({ account, onClose }: Props) {
  const { text } = useText()
  const [typed, setTyped] = useState<PasswordDraft>({ oldPwd: '', newPwd: '', confirmNewPwd: '' })
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const first = firstInvalidField(typed)
    if (first) {
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
      return
    }
    setBusy(true)
    try {
      // every session ends with the old password
      await notifyBeforeSignOut()
      await call(session.changePassword, { username: account, ...typed })
      toastAfterReload('good', text('session.passwordChanged'))
      endSession()
      location.reload()
    } catch (error) {
      showError(error)
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={text('session.changePassword')}
      {...(!onClose && { description: text('session.firstPassword') })}
      onClose={onClose}
    >
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
        {fields.map(([name, label, autoComplete]) => (
          <PasswordField
            key={name}
            name={name}
            label={text(label)}
            autoComplete={autoComplete}
            value={typed[name]}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          />
        ))}
        <Rules typed={typed} />
        <DialogButtons>
          {onClose && <Button onClick={onClose}>{text('session.cancel')}</Button>}
          <Button type="submit" tone="accent" busy={busy}>
            {text('session.changePassword')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
