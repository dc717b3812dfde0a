import { useSnapshot } from 'valtio'
import { useText } from '#src/locale/text.ts'
import { useServerTime } from '#src/session/clock.ts'
import { Button } from '#src/ui/Button.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Reviews.module.css'
import { reviewSession } from './review-session.ts'
import { undoLast } from './use-decision.ts'

/** The decision that can still be undone, and for how long. */
export function UndoLine({ undo }: { undo?: () => void }) {
  const { text, word } = useText()
  const { last } = useSnapshot(reviewSession)
  const now = useServerTime()
  const seconds = last?.countsAt ? Math.ceil((Date.parse(last.countsAt) - now) / 1_000) : 0
  if (!last || seconds <= 0) return null
  // what goes wrong was said
  const run = undo ?? (() => void undoLast().catch(() => {}))
  return (
    <p className={styles.undo} role="status">
      <span>
        {text('reviews.countsIn', {
          loan: last.loanId,
          result: word('loans.outcome', last.result ?? 'passed'),
          seconds,
        })}
      </span>
      <Button tone="quiet" aria-keyshortcuts="u" onClick={run}>
        <Kbd keys="u" quiet /> {text('reviews.undo')}
      </Button>
    </p>
  )
}
