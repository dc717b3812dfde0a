import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { customers, revealReasonMax } from '#contract/customers.ts'
import type { Revealable } from '#contract/kernel/personal-data.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { call } from '#src/call/call.ts'
import { invalidate } from '#src/call/query-client.ts'
import { errorMessage } from '#src/call/show-error.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogButtons } from '#src/ui/Dialog.tsx'
import { Value } from '#src/ui/data/Value.tsx'
import { TextField } from '#src/ui/Field.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import styles from './MaskedField.module.css'

/** So long it stands there before it is hidden again. */
const shownMs = 60_000
const masked = { kind: 'masked' } as const

interface RevealDialogProps {
  readonly id: IdOf<'customer'>
  readonly field: Revealable
  onShown(value: string): void
  onClose(): void
}

/** Asks why, and has the server show it. */
function RevealDialog({ id, field, onShown, onClose }: RevealDialogProps) {
  const { text, say } = useText()
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (reason === '') return setError(text('customers.reveal.reasonMissing'))
    setBusy(true)
    try {
      onShown((await call(customers.reveal, { id, field, reason })).value)
      invalidate(['account'])
    } catch (refused) {
      setError(errorMessage(refused))
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={text('customers.reveal.field', { field: say(`customers.${field}`) })}
      description={text('customers.reveal.says')}
      onClose={onClose}
    >
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

interface Props {
  readonly id: IdOf<'customer'>
  readonly field: Revealable
  /** As everybody sees it. */
  readonly value: string | null
}

/** Personal data, masked; whoever may has it shown for a minute. It is kept here only, and nowhere else. */
export function MaskedField({ id, field, value }: Props) {
  const { text, say } = useText()
  const [asking, setAsking] = useState(false)
  const [whole, setWhole] = useState<string | null>(null)
  useEffect(() => {
    if (whole === null) return
    const timer = setTimeout(() => setWhole(null), shownMs)
    return () => clearTimeout(timer)
  }, [whole])
  if (value === null || !may(customers.reveal.requires)) return <Value of={masked} value={value} />
  const Sign = whole === null ? Eye : EyeOff
  const act = text(whole === null ? 'customers.reveal.field' : 'customers.reveal.hide', {
    field: say(`customers.${field}`),
  })
  return (
    <span className={styles.value}>
      <Value of={masked} value={whole ?? value} />
      <IconButton
        label={act}
        className={styles.eye}
        onClick={() => (whole === null ? setAsking(true) : setWhole(null))}
      >
        <Sign size={13} aria-hidden="true" />
      </IconButton>
      {asking && (
        <RevealDialog
          {...{ id, field }}
          onShown={(shown) => {
            setWhole(shown)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  )
}
