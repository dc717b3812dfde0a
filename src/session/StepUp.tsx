import { type FormEvent, useEffect, useState } from 'react'
import { session } from '#contract/session.ts'
import { wordsOf } from '#src/call/announce.ts'
import { call } from '#src/call/call.ts'
import { askBy, type Proof } from '#src/call/step-up.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogButtons } from '#src/ui/Dialog.tsx'
import { PasswordField, TextField } from '#src/ui/Field.tsx'
import styles from './TwoFactor.module.css'

/** What has to be proved, and whoever waits for it. */
interface Asked {
  readonly by: Proof
  answer(proven: boolean): void
}

function Asking({ by, answer }: Asked) {
  const { text } = useText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    event.stopPropagation() // it may stand inside another form, as React sees it
    const proof = String(new FormData(event.currentTarget).get('proof') ?? '')
    if (proof.trim() === '') return setError(text(by === 'code' ? 'session.codeMissing' : 'session.passwordMissing'))
    setBusy(true)
    try {
      await call(session.prove, { proof })
      answer(true)
    } catch (refused) {
      setError(wordsOf(refused))
      setBusy(false)
    }
  }

  const field = { name: 'proof', autoFocus: true, error }
  return (
    <Dialog title={text('session.stepUp')} description={text('session.stepUp.says')} onClose={() => answer(false)}>
      <form className={styles.form} noValidate onSubmit={submit}>
        {by === 'code' ? (
          <TextField
            {...field}
            label={text('session.code')}
            hint={text('session.code.hint')}
            autoComplete="one-time-code"
            spellCheck={false}
          />
        ) : (
          <PasswordField {...field} label={text('session.password')} autoComplete="current-password" />
        )}
        <DialogButtons>
          <Button onClick={() => answer(false)}>{text('session.cancel')}</Button>
          <Button type="submit" tone="accent" busy={busy}>
            {text('session.stepUp.confirm')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

/** Asks whoever is signed in to prove that it is still them, whenever a call wants it. Stands once, in the console. */
export function StepUp() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => {
    let waiting: Asked['answer'] | null = null
    const stop = askBy(
      (by) =>
        new Promise((resolve) => {
          const answer = (proven: boolean) => {
            setAsked(null)
            resolve(proven)
          }
          waiting = answer
          setAsked({ by, answer })
        }),
    )
    return () => {
      stop()
      waiting?.(false) // whoever waits for a console that is gone
    }
  }, [])
  return asked && <Asking {...asked} />
}
