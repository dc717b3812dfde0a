import type { Tone } from '#contract/kernel/vocabulary.ts'
import styles from './StateBadge.module.css'

interface Props {
  readonly tone?: Tone | undefined
  /** The code, where staff know it by number. */
  readonly code?: number | undefined
  /** The word for it. */
  readonly children: string
}

/** A state: a square of its colour, its code and its word; never the colour alone. What has no tone has no square. */
export function StateBadge({ tone, code, children }: Props) {
  return (
    <span className={styles.state} data-tone={tone}>
      {code !== undefined && <span className={styles.code}>{code}</span>}
      {children}
    </span>
  )
}
