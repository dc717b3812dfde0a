import { Link } from 'wouter'
import { useText } from '#src/locale/text.ts'
import { hrefOf } from '#src/session/tabs.ts'
import styles from './Breadcrumb.module.css'
import type { Crumb } from './routes.ts'
import { useMenuTitle } from './use-menu-title.ts'

/** The way to the page in front. The page itself is no link. */
export function Breadcrumb({ trail }: { trail: readonly Crumb[] }) {
  const { text } = useText()
  const title = useMenuTitle()
  return (
    <nav className={styles.trail} aria-label={text('shell.trail')}>
      <ol>
        {trail.map((crumb) => (
          <li key={crumb.title} aria-current={crumb.path === null ? 'page' : undefined}>
            {crumb.path === null ? title(crumb.title) : <Link href={hrefOf(crumb.path)}>{title(crumb.title)}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
