import { Link, useLocation } from 'wouter'
import { useText } from '#src/locale/text.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import { Tooltip } from '#src/ui/Tooltip.tsx'
import { iconOf } from './icons.ts'
import styles from './Rail.module.css'
import { useSections } from './Sidebar.tsx'
import { type Entry, pathInMenu, type Section } from './sections.ts'
import { hrefOf } from './tabs.ts'
import { useTitle } from './titles.ts'

/** A sign, or the first letter of the name where there is none. */
function Sign({ icon, name }: { icon: string | null; name: string }) {
  const Icon = iconOf(icon)
  return Icon ? <Icon size={16} aria-hidden="true" /> : <span aria-hidden="true">{[...name][0]?.toUpperCase()}</span>
}

interface EntryProps {
  readonly entry: Entry
  readonly active: boolean
}

function EntrySign({ entry: { title, path, icon, outside }, active }: EntryProps) {
  const name = useTitle()(title)
  const shared = { className: styles.sign, 'aria-label': name }
  const sign = <Sign icon={icon} name={name} />
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
  readonly section: Section
  /** The path in front. */
  readonly path: string
}

function SectionSign({ section: { title, icon, entries }, path }: SectionProps) {
  const say = useTitle()
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
        <Sign icon={icon} name={name} />
      </IconButton>
    </Menu>
  )
}

/** The menu when it is put away: a sign for each page that stands alone, and for each group with its pages behind it. */
export function Rail({ path }: { path: string }) {
  const { text } = useText()
  const shown = pathInMenu(path)
  return (
    <nav className={styles.rail} aria-label={text('shell.menu')}>
      {useSections().map((section) =>
        section.title === null ? (
          section.entries.map((entry) => <EntrySign key={entry.path} entry={entry} active={entry.path === shown} />)
        ) : (
          <SectionSign key={section.key} section={section} path={shown} />
        ),
      )}
    </nav>
  )
}
