import { type FormEvent, useEffect, useState } from 'react'
import { approvals } from '#contract/approvals.ts'
import type { MessageId } from '#locales/index.ts'
import { call } from '#src/call/call.ts'
import { invalidate } from '#src/call/query-client.ts'
import { type CallToFile, handleFiling } from '#src/call/second-person.ts'
import { errorMessage } from '#src/call/show-error.ts'
import { say, useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/Field.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Dialog, DialogButtons } from '#src/ui/overlay/Dialog.tsx'
import styles from './SecondPerson.module.css'

const reasonMax = 500

interface FilingRequest extends CallToFile {
  answer(filed: boolean): void
}

/** Asks why a second person should release a call, and files it. */
function FilingDialog({ endpoint, input, answer }: FilingRequest) {
  const { text } = useText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    event.stopPropagation() // it may stand inside another form, as React sees it
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    setBusy(true)
    try {
      const asked = { call: endpoint.id, input: { ...input }, ...(reason !== '' && { reason }) }
      const { id } = await call(approvals.file, asked, { idempotencyKey: crypto.randomUUID() })
      invalidate(['approvals'])
      toast('good', say('approvals.filed', { id }))
      answer(true)
    } catch (refused) {
      setError(errorMessage(refused))
      setBusy(false)
    }
  }

  const what = text(endpoint.id as MessageId) // every call has a name
  return (
    <Dialog
      title={text('approvals.secondPerson')}
      description={text('approvals.secondPerson.says', { command: what })}
      onClose={() => answer(false)}
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          name="reason"
          label={text('approvals.why')}
          autoFocus
          maxLength={reasonMax}
          autoComplete="off"
          error={error}
        />
        <DialogButtons>
          <Button onClick={() => answer(false)}>{text('command.cancel')}</Button>
          <Button type="submit" tone="accent" busy={busy}>
            {text('approvals.request')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

/** Asks whoever is signed in to file what needs a second person. Stands once, in the console. */
export function SecondPerson() {
  const [asked, setAsked] = useState<FilingRequest | null>(null)
  useEffect(() => {
    let waiting: FilingRequest['answer'] | null = null
    const stop = handleFiling(
      (toFile) =>
        new Promise((resolve) => {
          const answer = (filed: boolean) => {
            setAsked(null)
            resolve(filed)
          }
          waiting = answer
          setAsked({ ...toFile, answer })
        }),
    )
    return () => {
      stop()
      waiting?.(false) // whoever waits for a console that is gone
    }
  }, [])
  return asked && <FilingDialog {...asked} />
}
