import { type FormEvent, useEffect, useState } from 'react'
import { session } from '#contract/session.ts'
import { call } from '#src/call/call.ts'
import { errorMessage } from '#src/call/show-error.ts'
import { handleStepUp, type StepUpMethod } from '#src/call/step-up.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { PasswordField, TextField } from '#src/ui/Field.tsx'
import { Dialog, DialogButtons } from '#src/ui/overlay/Dialog.tsx'
import styles from './TwoFactor.module.css'

/** What has to be proved, and whoever waits for it. */
interface StepUpRequest {
  readonly by: StepUpMethod
  answer(proven: boolean): void
}

function StepUpDialog({ by, answer }: StepUpRequest) {
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
      setError(errorMessage(refused))
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
  const [asked, setAsked] = useState<StepUpRequest | null>(null)
  useEffect(() => {
    let waiting: StepUpRequest['answer'] | null = null
    const stop = handleStepUp(
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
  return asked && <StepUpDialog {...asked} />
}
