import { type FormEvent, useState } from 'react'
import { revealReasonMax } from '#contract/customers.ts'
import { invalidate } from '#src/call/query-client.ts'
import { errorMessage } from '#src/call/show-error.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/Field.tsx'
import { Dialog, DialogButtons } from '#src/ui/overlay/Dialog.tsx'
import styles from './MaskedField.module.css'

interface Props {
  readonly title: string
  /** Has it shown, for this reason; what it throws stands under the field. */
  onReveal(reason: string): Promise<void>
  onClose(): void
}

/** Asks why somebody needs personal data, and has the server show it. */
export function RevealDialog({ title, onReveal, onClose }: Props) {
  const { text } = useText()
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (reason === '') return setError(text('customers.reveal.reasonMissing'))
    setBusy(true)
    try {
      await onReveal(reason)
      invalidate(['account'])
    } catch (refused) {
      setError(errorMessage(refused))
      setBusy(false)
    }
  }

  return (
    <Dialog title={title} description={text('customers.reveal.says')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label={text('customers.reveal.reason')}
          name="reason"
          maxLength={revealReasonMax}
          autoComplete="off"
          autoFocus
          error={error}
        />
        <DialogButtons>
          <Button onClick={onClose}>{text('session.cancel')}</Button>
          <Button type="submit" tone="accent" busy={busy}>
            {text('customers.reveal.show')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
