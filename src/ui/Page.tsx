import type { ReactNode } from 'react'
import styles from './Page.module.css'

interface Props {
  readonly children: ReactNode
}

/** The frame of a page that is no list: its parts stand below one another. */
export const Page = ({ children }: Props) => <div className={styles.page}>{children}</div>

/** What a page is about: its heading, how that stands, where it leads. */
export const PageHeader = ({ children }: Props) => <header className={styles.head}>{children}</header>

interface Titled {
  readonly id: string
  readonly name?: string | null | undefined
}

/** The heading of one record: its name in words, or its id as data. */
export const PageTitle = ({ id, name }: Titled) => (name ? <h1>{name}</h1> : <h1 className={styles.id}>{id}</h1>)
