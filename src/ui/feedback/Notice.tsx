import type { ReactNode } from 'react'
import type { Tone } from '#contract/kernel/vocabulary.ts'
import styles from './Notice.module.css'

interface Props {
  readonly title: string
  readonly tone?: Tone
  /** It is all there is on the page. */
  readonly page?: boolean
  /** Why, and what can be done about it. */
  readonly children?: ReactNode
}

/** Stands where something should be and is not: nothing found, nothing allowed, something broken. */
export function Notice({ title, tone = 'muted', page = false, children }: Props) {
  const Heading = page ? 'h1' : 'h2'
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <Heading>{title}</Heading>
      {children}
    </div>
  )
}
