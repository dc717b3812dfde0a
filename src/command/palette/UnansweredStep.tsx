import { useEffect, useRef } from 'react'
import { closePalette, type PaletteStep } from '#src/command/run/palette-state.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './ReviewStep.module.css'

/** Step after a time-out: nobody answered; what is known of that, and the way to have it done once. */
export function UnansweredStep({
  step: { problem, sent, retry },
}: {
  step: Extract<PaletteStep, { at: 'unanswered' }>
}) {
  const { say } = useText()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  useKeys('palette', [{ id: 'palette.escape', keys: 'escape', run: closePalette }])
  return (
    <div className={styles.review}>
      <p className={styles.blocker} role="alert">
        {problem}
      </p>
      {sent && <p>{say('command.mayBeDone')}</p>}
      <div className={styles.buttons}>
        <Button ref={first} tone="accent" onClick={retry}>
          {say('command.tryAgain')}
        </Button>
        <Button onClick={closePalette}>{say('command.cancel')}</Button>
      </div>
    </div>
  )
}
