import { type ReactNode, useId } from 'react'
import styles from './Panel.module.css'

/** A part of a page, with its heading. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={styles.box}>{children}</div>
    </section>
  )
}
