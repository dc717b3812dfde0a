import type { RefObject } from 'react'
import { useSnapshot } from 'valtio'
import type { ReviewDetail } from '#contract/reviews/detail.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Dock.module.css'
import { AskedItems, RejectCodes } from './DockChoices.tsx'
import type { FormMode } from './review-form.ts'
import { reviewSession } from './review-session.ts'
import { UndoLine } from './UndoLine.tsx'
import type { Decision } from './use-decision.ts'

interface Props {
  readonly detail: ReviewDetail
  readonly decision: Decision
  /** Whether anything can be decided now. */
  readonly able: boolean
  readonly remark: RefObject<HTMLTextAreaElement | null>
  /** Whether the remark has the focus: Enter adds a line to it. */
  readonly writing: boolean
  onWriting(writing: boolean): void
}

const ways = [
  { mode: 'pass', keys: 'A', label: 'reviews.pass' },
  { mode: 'reject', keys: 'X', label: 'reviews.reject' },
  { mode: 'ask', keys: 'b', label: 'reviews.askAgain' },
] as const satisfies readonly { mode: FormMode; keys: string; label: string }[]

/** What can be done. */
function Ways({ decision: { form, change, giveBack }, able }: Pick<Props, 'decision' | 'able'>) {
  const { text } = useText()
  return (
    <fieldset className={styles.ways} aria-label={text('reviews.decision')}>
      {ways.map(({ mode, keys, label }) => (
        <button
          key={mode}
          type="button"
          disabled={!able}
          aria-pressed={form.mode === mode}
          aria-keyshortcuts={keys}
          onClick={() => change((now) => ({ ...now, mode }))}
        >
          <Kbd keys={keys} quiet /> {text(label)}
        </button>
      ))}
      <button type="button" disabled={!able} aria-keyshortcuts="l" onClick={giveBack}>
        <Kbd keys="l" quiet /> {text('reviews.release')}
      </button>
    </fieldset>
  )
}

/** What the decision leads to, in a sentence. */
function Consequence({ detail: { compared, documents }, decision: { form } }: Props) {
  const { text, word } = useText()
  if (form.mode === 'reject') {
    const code = form.code ? word('loans.rejectCode', form.code) : text('reviews.chooseCode')
    return <p>{`${code}. ${text('reviews.afterReject')}`}</p>
  }
  if (form.mode === 'ask') return <p>{text('reviews.afterAsk')}</p>
  const unsure = compared.some(({ same }) => same === false) || !documents.panValid || !documents.aadhaarValid
  if (form.mode === 'pass') return <p>{text(unsure ? 'reviews.passNeedsRemark' : 'reviews.afterPass')}</p>
  return <p>{text('reviews.choose')}</p>
}

/** The remark, and the one next act. */
function Finish(props: Props) {
  const { decision, able, remark, writing, onWriting } = props
  const { form, change, ready, busy, decide, undo } = decision
  const { text } = useText()
  const { ahead, empty } = useSnapshot(reviewSession)
  return (
    <div className={styles.finish}>
      <label>
        <span>
          {text('reviews.remark')} <Kbd keys="m" quiet />
        </span>
        <textarea
          ref={remark}
          rows={2}
          maxLength={500}
          disabled={!able}
          value={form.remark}
          onChange={({ target: { value } }) => change((now) => ({ ...now, remark: value }))}
          onFocus={() => onWriting(true)}
          onBlur={() => onWriting(false)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
      </label>
      <Consequence {...props} />
      <div className={styles.next}>
        <span>
          {ahead ? text('reviews.then', { name: ahead.name ?? ahead.loanId }) : empty && text('reviews.lastOne')}
        </span>
        <Button tone={ready ? 'accent' : 'plain'} disabled={!ready && !busy} busy={busy} onClick={decide}>
          {text('reviews.key.decide')} <Kbd keys={writing ? 'mod+enter' : 'enter'} />
        </Button>
      </div>
      <UndoLine undo={undo} />
    </div>
  )
}

/** Dock of the decision: what, why, and what comes of it. */
export function DecisionDock(props: Props) {
  const { detail, decision, able } = props
  const { text } = useText()
  return (
    <section className={styles.dock} aria-label={text('reviews.decision')}>
      <Ways decision={decision} able={able} />
      <div className={styles.choices}>
        {decision.form.mode === 'ask' ? (
          <AskedItems decision={decision} able={able} />
        ) : (
          <RejectCodes decision={decision} able={able} compared={detail.compared} />
        )}
      </div>
      <Finish {...props} />
    </section>
  )
}
