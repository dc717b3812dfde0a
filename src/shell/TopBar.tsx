import { House, PanelLeft, Settings as SettingsSign } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { useText } from '#src/locale/text.ts'
import { Brand } from '#src/ui/Brand.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { LanguageChoice, SizeChoice } from './Choices.tsx'
import { Clock } from './Clock.tsx'
import { showDialog } from './dialogs.ts'
import { ErrorCount } from './ErrorLog.tsx'
import { FullScreen } from './FullScreen.tsx'
import { frame, toggleSidebar } from './frame.ts'
import { LookChoice } from './LookChoice.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { Person } from './Person.tsx'
import type { Crumb } from './places.ts'
import { useSettings } from './settings.ts'
import styles from './TopBar.module.css'

function SettingsButton() {
  const { text } = useText()
  if (!useSettings().showSettings) return null
  return (
    <IconButton label={text('shell.settings')} onClick={() => showDialog('settings')}>
      <SettingsSign size={14} aria-hidden="true" />
    </IconButton>
  )
}

/** What one sets once, and what went wrong: the look, the language, the screen. */
export function Settings() {
  return (
    <>
      <SizeChoice />
      <LanguageChoice />
      <LookChoice />
      <FullScreen />
      <SettingsButton />
      <ErrorCount />
    </>
  )
}

/** The name of the product, or its sign alone; leads home. */
export function Logo({ short = false }: { short?: boolean }) {
  const { text } = useText()
  return (
    <Link className={styles.logo} href="/" aria-label={text('shell.home')}>
      <Brand short={short} />
    </Link>
  )
}

function SidebarToggle() {
  const { text } = useText()
  const { sidebar } = useSnapshot(frame)
  return (
    <IconButton
      label={text(sidebar ? 'shell.hideMenu' : 'shell.showMenu')}
      aria-expanded={sidebar}
      onClick={toggleSidebar}
    >
      <PanelLeft size={14} aria-hidden="true" />
    </IconButton>
  )
}

/** The bar on top: where one is, the way to everything else, and who one is. */
export function TopBar({ trail }: { trail: readonly Crumb[] }) {
  const { text } = useText()
  const { sidebarLogo } = useSettings()
  return (
    <header className={styles.bar} data-logo={sidebarLogo || undefined}>
      <div className={styles.brand}>
        {!sidebarLogo && <Logo />}
        <SidebarToggle />
      </div>
      <Breadcrumb trail={trail} />
      <PaletteButton />
      <div className={styles.end}>
        <Clock />
        <Link className={styles.home} href="/" aria-label={text('shell.home')} title={text('shell.home')}>
          <House size={14} aria-hidden="true" />
        </Link>
        <Settings />
        <Person />
      </div>
    </header>
  )
}
