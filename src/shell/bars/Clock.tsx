import { useText } from '#src/locale/text.ts'
import { useClock } from '#src/session/clock.ts'
import styles from './Clock.module.css'

/** The clock of the operating country. */
export function Clock() {
  const { text } = useText()
  const clock = useClock()
  return (
    <span className={styles.clock} title={`${text('session.clock')} ${clock?.offset ?? ''}`}>
      {clock ? `${clock.country} ${clock.time}` : '–'}
    </span>
  )
}
