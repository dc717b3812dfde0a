import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { recordPath } from '#contract/kernel/subject.ts'
import { loans } from '#contract/loans/calls.ts'
import type { Application } from '#contract/loans/row.ts'
import { loan as loanSubject } from '#contract/loans/row.ts'
import { RepaymentChannel } from '#contract/loans/write-off.ts'
import { useText } from '#src/locale/text.ts'
import { useToday } from '#src/session/clock.ts'
import { Button } from '#src/ui/Button.tsx'
import { DateField } from '#src/ui/DateField.tsx'
import { TextField } from '#src/ui/Field.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Page } from '#src/ui/Page.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { RecordById } from '../records/RecordPage.tsx'
import styles from './Proofs.module.css'
import { type ProofDraft, type ProofProblems, submitProof } from './submit-proof.ts'

const empty: ProofDraft = { amount: '', paidOn: '', channel: 'bankTransfer', bankCode: '', utr: '', upi: '' }
const channels = [...RepaymentChannel.values]
const imagesMax = 4

interface FormProps {
  readonly draft: ProofDraft
  readonly problems: ProofProblems
  change(part: Partial<ProofDraft>): void
}

/** By which way the money came. */
function Channel({ draft, change }: FormProps) {
  const { text, word } = useText()
  const id = useId()
  return (
    <div className={styles.choosing}>
      <label htmlFor={id}>{text('proofs.channel')}</label>
      <select
        id={id}
        value={draft.channel}
        onChange={({ target }) => change({ channel: target.value as RepaymentChannel })} // one of those below
      >
        {channels.map((one) => (
          <option key={one} value={one}>
            {word('payments.channel', one)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** What is said of the transfer. */
function Fields(props: FormProps) {
  const { draft, problems, change } = props
  const { text } = useText()
  const typed = (name: Exclude<keyof ProofDraft, 'channel'>) => (
    <TextField
      label={text(`proofs.${name}`)}
      required
      autoComplete="off"
      value={draft[name]}
      error={problems[name] ?? null}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )
  return (
    <div className={styles.fields}>
      {typed('amount')}
      <DateField
        label={text('proofs.paidOn')}
        required
        value={draft.paidOn}
        last={useToday()}
        error={problems.paidOn ?? null}
        onDay={(paidOn) => change({ paidOn })}
      />
      <Channel {...props} />
      {typed('bankCode')}
      {typed('utr')}
      {typed('upi')}
    </div>
  )
}

/** What somebody fills in, and sends. */
function useSubmitProof(loan: Application) {
  const { say, text } = useText()
  const [draft, setDraft] = useState(empty)
  const [files, choose] = useState<readonly File[]>([])
  const [problems, setProblems] = useState<ProofProblems>({})
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const wrong = await submitProof(loan, draft, files, say)
    setProblems(wrong ?? {})
    setBusy(false)
    if (wrong) return
    toast('good', text('proofs.enter.done'))
    navigate(recordPath(loanSubject, loan.id))
  }
  const change = (part: Partial<ProofDraft>) => setDraft((now) => ({ ...now, ...part }))
  return { draft, change, files, choose, problems, busy, send }
}

function Form({ loan }: { loan: Application }) {
  const { text } = useText()
  const { draft, change, files, choose, problems, busy, send } = useSubmitProof(loan)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus()
  }, [problems])
  const wrong = [problems.whole, problems.image, problems.images].filter(Boolean)
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={send}>
      <p>
        {text('proofs.forLoan', { id: loan.id })} · {loan.name}
      </p>
      <Fields draft={draft} problems={problems} change={change} />
      <div className={styles.choosing}>
        <label htmlFor={id}>{text('proofs.images')}</label>
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg"
          multiple
          required
          onChange={({ target }) => choose([...(target.files ?? [])].slice(0, imagesMax))}
        />
        <small>{text('proofs.enterHint')}</small>
      </div>
      {wrong.length > 0 && (
        <p className={styles.problem} role="alert">
          {wrong.join(' · ')}
        </p>
      )}
      <div>
        <Button type="submit" tone="accent" busy={busy} disabled={files.length === 0}>
          {text('proofs.enter')}
        </Button>
      </div>
    </form>
  )
}

/** Hands in pictures of a transfer that a customer has made for an order. */
export function AddProof() {
  const { text } = useText()
  return (
    <RecordById endpoint={loans.detail}>
      {({ loan }) => (
        <Page>
          <Panel title={text('proofs.enter')}>
            <Form key={loan.version} loan={loan} />
          </Panel>
        </Page>
      )}
    </RecordById>
  )
}
