import type { ReactNode } from 'react'
import styles from './Shell.module.css'

/** Full height, for a page that scrolls by itself, a list first of all: it takes the whole window between the bars. */
export const FullHeight = ({ children }: { children: ReactNode }) => <div className={styles.filling}>{children}</div>
