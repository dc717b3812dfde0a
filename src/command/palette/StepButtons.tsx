import type { RefObject } from 'react'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import { needsReview } from '#src/command/run/executor.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './ReviewStep.module.css'

interface Props {
  readonly draft: Draft
  /** Whether nothing is left to be asked once this is given. */
  readonly last: boolean
  readonly backButton?: RefObject<HTMLButtonElement | null>
  back(): void
  go(): void
}

/** Whether a draft has all but one argument. */
export const isLastArgument = ({ command, args }: Draft): boolean =>
  argumentsOf(command).filter(({ name }) => !(name in args)).length <= 1

/** Back, and on: what the next press leads to, and for how many rows. */
export function StepButtons({ draft, last, backButton, back, go }: Props) {
  const { say } = useText()
  const count = draft.target && draft.target.count > 1 ? ` ${draft.target.count}` : ''
  const leadsTo = needsReview(draft) ? say('command.review') : say(draft.command.id)
  return (
    <div className={styles.stepButtons}>
      <Button ref={backButton} onClick={back}>
        {say('command.backToSearch')}
      </Button>
      <Button tone="accent" onClick={go}>
        {last ? leadsTo + count : say('command.next')}
      </Button>
    </div>
  )
}
