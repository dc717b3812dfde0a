import type { ReactNode } from 'react'
import type { Tone } from '#contract/kernel/field.ts'
import styles from './Notice.module.css'

interface Props {
  readonly title: string
  readonly tone?: Tone
  /** Why, and what can be done about it. */
  readonly children?: ReactNode
}

/** Stands where something should be and is not: nothing found, nothing allowed, something broken. */
export function Notice({ title, tone = 'muted', children }: Props) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <h2>{title}</h2>
      {children}
    </div>
  )
}
