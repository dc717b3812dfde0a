import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Rehearsal } from '#contract/batches.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import { formatArguments } from '#src/command/arguments/format-args.ts'
import { commandOf } from '#src/command/registry.ts'
import { confirmReview, stepBack } from '#src/command/run/executor.ts'
import { closePalette, type PaletteStep } from '#src/command/run/palette-state.ts'
import { requestApproval } from '#src/command/run/request-approval.ts'
import {
  canRequestApproval,
  canRun,
  confirmationTextOf,
  hasTextField,
  isConfirmed,
  readLongEnough,
} from '#src/command/run/review-guards.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useCountry } from '#src/locale/country.ts'
import { formatTime } from '#src/locale/format.ts'
import { language } from '#src/locale/language.ts'
import { say, useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import hidden from '#src/ui/hidden.module.css'
import { Refusals } from './Refusals.tsx'
import styles from './ReviewStep.module.css'

type Review = Extract<PaletteStep, { at: 'review' }>

/** How many rows it would take, and how many not, for which reasons. */
function Counts({ preview, draft }: { preview: Rehearsal; draft: Review['draft'] }) {
  const { say } = useText()
  const sums = preview.sums.map((sum) => formatMoney(sum, language())).join(' · ')
  return (
    <dl className={styles.counts}>
      <div data-tone={preview.eligible > 0 ? 'good' : 'muted'}>
        <dt>{say('command.willRun')}</dt>
        <dd>{preview.eligible}</dd>
        <dd className={styles.sum}>{sums}</dd>
      </div>
      <Refusals draft={draft} groups={preview.refused} />
    </dl>
  )
}

/** What a call that waits for release changes, field by field. */
function Changes({ preview: { changes } }: { preview: Rehearsal }) {
  if (!changes) return null
  return (
    <ul className={styles.changes}>
      {changes.split('; ').map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  )
}

/** What the rehearsed rows do beside what they move. */
function SideEffects({ preview: { effects } }: { preview: Rehearsal }) {
  const { say } = useText()
  return effects.map(({ of, sums, count, texts = [] }) => (
    <p key={of} className={styles.effect}>
      {say(`command.effect.${of}`, {
        sums: sums.map((sum) => formatMoney(sum, language())).join(' · '),
        count,
        texts: texts.join(' · '),
      })}
    </p>
  ))
}

/** What is left of limits, now and once it has run. */
function LimitsLeft({ preview: { headroom, sums } }: { preview: Rehearsal }) {
  const { say } = useText()
  return headroom.map(({ of, left }) => {
    const moved = sums.find(({ currency }) => currency === left.currency)?.minor ?? 0
    const after = { ...left, minor: Math.max(0, left.minor - moved) as typeof left.minor } // whole, as both are
    return (
      <p key={of} className={styles.told}>
        {say(`command.headroom.${of}`, { left: formatMoney(left, language()), after: formatMoney(after, language()) })}
      </p>
    )
  })
}

/** What somebody else has prepared and would be released: the command, with its arguments. */
function ReleasedCommand({ preview: { command: id, args } }: { preview: Rehearsal }) {
  const { say } = useText()
  const command = commandOf(id)
  const given = command ? formatArguments(command, args, {}).flatMap(({ text }) => text || []) : []
  return <p className={styles.told}>{[say('approvals.wouldRun', { command: say(id) }), ...given].join(' · ')}</p>
}

/** The review in one sentence, for those who hear it: how many rows, what they come to, and why not the others. */
function reviewSummary({ eligible, matched, sums, refused }: Rehearsal): string {
  const reasons = refused.map(({ count, msg }) => say('command.said.refused', { count, reason: msg }))
  const amounts = sums.map((sum) => formatMoney(sum, language()))
  return [say('command.said.review', { eligible, count: matched }), ...amounts, ...reasons].join('. ')
}

/** What is known once the server has rehearsed. */
function RehearsalResult({ preview, draft }: { preview: Rehearsal; draft: Review['draft'] }) {
  const { say } = useText()
  const country = useCountry()
  const { blocker, rehearsed, matched, at } = preview
  return (
    <>
      {preview.command !== draft.command.id && <ReleasedCommand preview={preview} />}
      <Counts preview={preview} draft={draft} />
      <Changes preview={preview} />
      {blocker && (
        <p className={styles.blocker} role="alert">
          {blocker.msg}
        </p>
      )}
      <p className={styles.told}>
        {say(rehearsed < matched ? 'command.rehearsedPart' : 'command.rehearsed', {
          time: formatTime(at, country),
          rehearsed,
          matched,
        })}
      </p>
      <SideEffects preview={preview} />
      <LimitsLeft preview={preview} />
    </>
  )
}

interface ButtonsProps {
  readonly step: Review
}

/** The way out has the focus: whatever would run has to be reached. */
function useCancelFocus(): RefObject<HTMLButtonElement | null> {
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  return cancel
}

/** Out, or on: the button says how many rows it is about, and what cannot be undone is typed first. */
function Buttons({ step }: ButtonsProps) {
  const { say } = useText()
  const cancel = useCancelFocus()
  const { draft, preview } = step
  const [typed, setTyped] = useState('')
  const proof = confirmationTextOf(step)
  const proved = isConfirmed(step, typed)
  const count = preview && preview.matched > 1 ? ` ${preview.eligible}` : ''
  const run = (event?: FormEvent) => {
    event?.preventDefault()
    void confirmReview(step, typed)
  }
  return (
    <form className={styles.buttons} onSubmit={run}>
      <Button ref={cancel} onClick={closePalette}>
        {say('command.cancel')}
      </Button>
      {canRun(step) && (
        <>
          {proof !== null && (
            <label className={styles.proof}>
              {say('command.typeProof', { proof })}
              <input
                value={typed}
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => setTyped(target.value)}
              />
            </label>
          )}
          <Button
            tone={draft.command.risk === 'irreversible' ? 'bad' : 'accent'}
            disabled={!proved}
            onClick={() => run()}
          >
            {say(draft.command.id) + count}
          </Button>
        </>
      )}
    </form>
  )
}

/** Out, or the request that somebody else releases it, and why. */
function ApprovalForm({ step }: ButtonsProps) {
  const { say } = useText()
  const cancel = useCancelFocus()
  const [reason, setReason] = useState('')
  const request = () => void requestApproval(step, reason)
  const file = (event: FormEvent) => {
    event.preventDefault()
    request()
  }
  useKeys('palette', [{ id: 'palette.run', keys: 'mod+enter', run: () => readLongEnough(step) && request() }])
  return (
    <form className={styles.buttons} onSubmit={file}>
      <Button ref={cancel} onClick={closePalette}>
        {say('command.cancel')}
      </Button>
      <label className={styles.proof}>
        {say('approvals.why')}
        <input value={reason} maxLength={500} autoComplete="off" onChange={({ target }) => setReason(target.value)} />
      </label>
      <Button type="submit" tone="accent">
        {`${say('approvals.request')} ${step.preview?.eligible}`}
      </Button>
    </form>
  )
}

/** Does what Enter does to whatever has the focus. */
function activateFocused(): void {
  const active = document.activeElement
  if (active instanceof HTMLInputElement) active.form?.requestSubmit()
  else if (active instanceof HTMLElement) active.click()
}

/** What a command would do, before it does it. Nothing runs but by the button, which has to be reached. */
export function ReviewStep({ step }: { step: Review }) {
  const { say } = useText()
  const { draft, preview, problem, canRehearse } = step
  const asking = canRequestApproval(step)
  useKeys('palette', [
    { id: 'palette.read', keys: 'enter', run: () => readLongEnough(step) && activateFocused() },
    // a chord is pressed on purpose, as the button is reached on purpose
    ...(canRun(step) && !asking
      ? [{ id: 'palette.run', keys: 'mod+enter' as const, run: () => void confirmReview(step) }]
      : []),
    { id: 'palette.escape', keys: 'escape', run: () => stepBack(draft) },
    // where something is typed, it takes a letter back
    ...(hasTextField(step) ? [] : [{ id: 'palette.back', keys: 'backspace' as const, run: () => stepBack(draft) }]),
  ])
  return (
    <div className={styles.review}>
      {draft.command.warns && (
        <p className={styles.blocker} role="note">
          {say(draft.command.warns)}
        </p>
      )}
      {draft.untrusted && <p className={styles.told}>{say('command.fromLink')}</p>}
      {problem && (
        <p className={styles.blocker} role="alert">
          {problem}
        </p>
      )}
      {canRehearse && !problem && !preview && <p role="status">{say('command.rehearsing')}</p>}
      {!canRehearse && <p>{say('command.reallyRun')}</p>}
      {preview && <RehearsalResult preview={preview} draft={draft} />}
      <p className={hidden.hidden} aria-live="polite" aria-atomic="true">
        {preview && reviewSummary(preview)}
      </p>
      {asking ? <ApprovalForm step={step} /> : <Buttons step={step} />}
    </div>
  )
}
