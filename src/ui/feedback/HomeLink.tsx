import { Link } from 'wouter'
import { useText } from '#src/locale/text.ts'
import styles from './HomeLink.module.css'

/** Leads to the start page, from where there is no other way on. */
export function HomeLink() {
  const { text } = useText()
  return (
    <Link className={styles.home} href="/">
      {text('shell.goHome')}
    </Link>
  )
}
