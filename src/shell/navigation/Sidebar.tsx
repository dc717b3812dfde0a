import { useEffect, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { useShortcut } from '#src/command/shortcuts.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/base/session.ts'
import { hrefOf, tabState } from '#src/session/tabs.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import type { MenuTree } from './routes.ts'
import styles from './Sidebar.module.css'
import { pathInMenu, type SidebarEntry, type SidebarSection, sidebarSections } from './sidebar-sections.ts'
import { useMenuTitle } from './use-menu-title.ts'

interface EntryProps {
  readonly entry: SidebarEntry
  readonly active: boolean
}

function EntryLink({ entry: { title, path, outside, component }, active }: EntryProps) {
  const name = useMenuTitle()(title)
  const keys = useShortcut(`menu.${component}`)
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
export function useSections(): readonly SidebarSection[] {
  const { menu } = useSession()
  useSnapshot(tabState)
  return useMemo(() => sidebarSections(menu as MenuTree), [menu]) // read only
}

interface Props {
  /** The path in front. */
  readonly path: string
}

/** The menu: groups as headings, their pages below them, and the keys that lead there. */
export function Sidebar({ path }: Props) {
  const { text } = useText()
  const title = useMenuTitle()
  const sections = useSections()
  const shown = pathInMenu(path)
  const menu = useRef<HTMLElement>(null)
  useEffect(() => {
    // wherever one has come from, the page in front is seen in the menu
    if (shown) menu.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <nav ref={menu} className={styles.sidebar} aria-label={text('shell.menu')}>
      {sections.map((section) => (
        <section key={section.key} className={classNames(section.nested && styles.nested)}>
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
