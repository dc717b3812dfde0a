import { Link, useLocation } from 'wouter'
import { useText } from '#src/locale/text.ts'
import { hrefOf } from '#src/session/tabs.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu } from '#src/ui/overlay/Menu.tsx'
import { Tooltip } from '#src/ui/overlay/Tooltip.tsx'
import { iconOf } from './icons.ts'
import { useSections } from './Sidebar.tsx'
import styles from './SidebarRail.module.css'
import { pathInMenu, type SidebarEntry, type SidebarSection } from './sidebar-sections.ts'
import { useMenuTitle } from './use-menu-title.ts'

/** A sign, or the first letter of the name where there is none. */
function EntryIcon({ icon, name }: { icon: string | null; name: string }) {
  const Icon = iconOf(icon)
  return Icon ? <Icon size={16} aria-hidden="true" /> : <span aria-hidden="true">{[...name][0]?.toUpperCase()}</span>
}

interface EntryProps {
  readonly entry: SidebarEntry
  readonly active: boolean
}

function RailEntry({ entry: { title, path, icon, outside }, active }: EntryProps) {
  const name = useMenuTitle()(title)
  const shared = { className: styles.sign, 'aria-label': name }
  const sign = <EntryIcon icon={icon} name={name} />
  return (
    <Tooltip label={name}>
      {outside ? (
        <a {...shared} href={path} target="_blank" rel="noopener noreferrer">
          {sign}
        </a>
      ) : (
        <Link {...shared} href={hrefOf(path)} aria-current={active ? 'page' : undefined}>
          {sign}
        </Link>
      )}
    </Tooltip>
  )
}

interface SectionProps {
  readonly section: SidebarSection
  /** The path in front. */
  readonly path: string
}

function RailSection({ section: { title, icon, entries }, path }: SectionProps) {
  const say = useMenuTitle()
  const [, navigate] = useLocation()
  const name = say(title ?? '')
  const items = entries.map((entry) => ({
    label: say(entry.title),
    run: () => (entry.outside ? void window.open(entry.path, '_blank', 'noopener') : navigate(hrefOf(entry.path))),
  }))
  return (
    <Menu sections={[{ heading: name, items }]} side="right" align="start">
      <IconButton
        label={name}
        className={styles.sign}
        data-current={entries.some((entry) => entry.path === path) || undefined}
      >
        <EntryIcon icon={icon} name={name} />
      </IconButton>
    </Menu>
  )
}

/** The menu when it is put away: a sign for each page that stands alone, and for each group with its pages behind it. */
export function SidebarRail({ path }: { path: string }) {
  const { text } = useText()
  const shown = pathInMenu(path)
  return (
    <nav className={styles.rail} aria-label={text('shell.menu')}>
      {useSections().map((section) =>
        section.title === null ? (
          section.entries.map((entry) => <RailEntry key={entry.path} entry={entry} active={entry.path === shown} />)
        ) : (
          <RailSection key={section.key} section={section} path={shown} />
        ),
      )}
    </nav>
  )
}
