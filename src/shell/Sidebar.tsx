import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { useBound } from '#src/command/bound.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/session.ts'
import { classes } from '#src/ui/classes.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import type { Menu } from './places.ts'
import styles from './Sidebar.module.css'
import { type Entry, pathInMenu, type Section, sectionsOf } from './sections.ts'
import { hrefOf, tabs } from './tabs.ts'
import { useTitle } from './titles.ts'

interface EntryProps {
  readonly entry: Entry
  readonly active: boolean
}

function EntryLink({ entry: { title, path, outside, component }, active }: EntryProps) {
  const name = useTitle()(title)
  const keys = useBound(`menu.${component}`)
  if (outside) {
    return (
      <a className={styles.entry} href={path} target="_blank" rel="noopener noreferrer">
        <span>{name}</span>
        <span aria-hidden="true">↗</span>
      </a>
    )
  }
  return (
    <Link className={styles.entry} href={hrefOf(path)} aria-current={active ? 'page' : undefined}>
      <span>{name}</span>
      {keys && <Kbd keys={keys} quiet />}
    </Link>
  )
}

/** The menu of whoever is signed in, as sections. Renders again when tabs move: links lead to where one was left. */
export function useSections(): readonly Section[] {
  const { menu } = useSession()
  useSnapshot(tabs)
  return useMemo(() => sectionsOf(menu as Menu), [menu]) // read only
}

interface Props {
  /** The path in front. */
  readonly path: string
}

/** The menu: groups as headings, their pages below them, and the keys that lead there. */
export function Sidebar({ path }: Props) {
  const { text } = useText()
  const title = useTitle()
  const sections = useSections()
  const shown = pathInMenu(path)
  return (
    <nav className={styles.sidebar} aria-label={text('shell.menu')}>
      {sections.map((section) => (
        <section key={section.key} className={classes(section.nested && styles.nested)}>
          {section.title && <h2>{title(section.title)}</h2>}
          <ul>
            {section.entries.map((entry) => (
              <li key={entry.path}>
                <EntryLink entry={entry} active={entry.path === shown} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
