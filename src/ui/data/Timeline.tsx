import type { ReactNode } from 'react'
import type { Tone } from '#contract/kernel/vocabulary.ts'
import { useCountry } from '#src/locale/country.ts'
import { formatInstant } from '#src/locale/format.ts'
import styles from './Timeline.module.css'

/** One thing that happened. */
export interface TimelineItem {
  readonly id: string
  /** When: an instant. */
  readonly at: string
  readonly tone?: Tone | undefined
  readonly what: ReactNode
  /** Who, why, how. */
  readonly detail?: ReactNode
}

/** What happened, one below the other, with the time of each. */
export function Timeline({ happenings }: { happenings: readonly TimelineItem[] }) {
  const country = useCountry()
  return (
    <ol className={styles.timeline}>
      {happenings.map(({ id, at, tone = 'muted', what, detail }) => (
        <li key={id} data-tone={tone}>
          <time dateTime={at}>{formatInstant(at, country)}</time>
          <span>{what}</span>
          {detail && <span className={styles.detail}>{detail}</span>}
        </li>
      ))}
    </ol>
  )
}
