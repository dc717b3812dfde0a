import { useEffect, useRef } from 'react'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { useKeys } from './keyboard.ts'
import { close, type Step } from './palette.ts'
import styles from './Reviewing.module.css'

/** Nobody answered: what is known of that, and the way to have it done once. */
export function Unanswered({ step: { problem, sent, again } }: { step: Extract<Step, { at: 'unanswered' }> }) {
  const { say } = useText()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  useKeys('palette', [{ id: 'palette.escape', keys: 'escape', run: close }])
  return (
    <div className={styles.review}>
      <p className={styles.hindrance} role="alert">
        {problem}
      </p>
      {sent && <p>{say('command.mayBeDone')}</p>}
      <div className={styles.buttons}>
        <Button ref={first} tone="accent" onClick={again}>
          {say('command.tryAgain')}
        </Button>
        <Button onClick={close}>{say('command.cancel')}</Button>
      </div>
    </div>
  )
}
