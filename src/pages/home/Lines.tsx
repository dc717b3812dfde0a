import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './Lines.module.css'

/** One line: what it is, where it leads, and what stands at its end. */
export interface Line {
  readonly id: string
  readonly title: string
  readonly detail?: string
  readonly href?: string | undefined
  /** Stands at the far end. */
  readonly end?: ReactNode
}

/** A few lines under a heading. Not there while there is none. */
export function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <section className={styles.lines} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {lines.map(({ id, title: name, detail, href, end }) => (
          <li key={id}>
            {href ? <Link href={href}>{name}</Link> : <span>{name}</span>}
            <span className={styles.detail}>{detail}</span>
            <span className={styles.end}>{end}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
