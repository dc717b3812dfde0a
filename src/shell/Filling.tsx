import type { ReactNode } from 'react'
import styles from './Shell.module.css'

/** For a page that scrolls by itself, a list first of all: it takes the whole window between the bars. */
export const Filling = ({ children }: { children: ReactNode }) => <div className={styles.filling}>{children}</div>
