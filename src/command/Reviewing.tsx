import { useEffect, useRef } from 'react'
import type { Preview } from '#contract/batches.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import { formatTime } from '#src/locale/format.ts'
import { language } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirmReview, proceed } from './executor.ts'
import { useKeys } from './keyboard.ts'
import { close, type Step, show, withoutLast } from './palette.ts'
import styles from './Reviewing.module.css'

type Review = Extract<Step, { at: 'review' }>

/** How many rows it would take, and how many not, for which reasons. */
function Counts({ preview }: { preview: Preview }) {
  const { say } = useText()
  const sums = preview.sums.map((sum) => formatMoney(sum, language())).join(' · ')
  return (
    <dl className={styles.counts}>
      <div data-tone="good">
        <dt>{say('command.willRun')}</dt>
        <dd>{preview.eligible}</dd>
        <dd className={styles.sum}>{sums}</dd>
      </div>
      {preview.refused.map(({ msg, count, ids }) => (
        <div key={msg} data-tone="warn">
          <dt>{msg}</dt>
          <dd>{count}</dd>
          <dd className={styles.sum}>{ids.slice(0, 3).join(' ')}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What is known once the server has rehearsed. */
function Rehearsed({ preview }: { preview: Preview }) {
  const { say } = useText()
  const country = useSession().user?.country ?? 'IN'
  const { hindrance, rehearsed, matched, at } = preview
  return (
    <>
      <Counts preview={preview} />
      {hindrance && (
        <p className={styles.hindrance} role="alert">
          {hindrance.msg}
        </p>
      )}
      <p className={styles.told}>
        {say(rehearsed < matched ? 'command.rehearsedPart' : 'command.rehearsed', {
          time: formatTime(at, country),
          rehearsed,
          matched,
        })}
      </p>
    </>
  )
}

const back = ({ draft }: Review) => {
  const before = withoutLast(draft)
  if (before) proceed(before)
  else show({ at: 'search' })
}

/** What a command would do, before it does it. Nothing runs but by the button, which has to be reached. */
export function Reviewing({ step }: { step: Review }) {
  const { say } = useText()
  const { draft, preview, problem } = step
  const runs = preview !== null && preview.eligible > 0 && !preview.hindrance
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  useKeys('palette', [
    { id: 'palette.cancel', keys: 'escape', run: close },
    { id: 'palette.back', keys: 'backspace', run: () => back(step) },
  ])
  return (
    <div className={styles.review}>
      {problem && <p role="alert">{problem}</p>}
      {!problem && !preview && <p role="status">{say('command.rehearsing')}</p>}
      {preview && <Rehearsed preview={preview} />}
      <div className={styles.buttons}>
        <Button ref={cancel} onClick={close}>
          {say('command.cancel')}
        </Button>
        {runs && (
          <Button tone="accent" onClick={() => confirmReview(step)}>
            {`${say(draft.command.id)} ${preview.eligible > 1 ? preview.eligible : ''}`.trim()}
          </Button>
        )}
      </div>
    </div>
  )
}
