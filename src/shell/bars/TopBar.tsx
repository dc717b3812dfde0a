import { House, PanelLeft, Settings as SettingsSign } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { showDialog } from '#src/command/dialog.ts'
import { useText } from '#src/locale/text.ts'
import { usePreferences } from '#src/session/preferences.ts'
import { Brand } from '#src/ui/Brand.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ErrorCount } from '../errors/ErrorLog.tsx'
import { layoutState, toggleSidebar } from '../layout-state.ts'
import { Breadcrumb } from '../navigation/Breadcrumb.tsx'
import type { Crumb } from '../navigation/routes.ts'
import { FullScreenButton } from '../settings/FullScreenButton.tsx'
import { LanguageMenu, SizeMenu } from '../settings/SizeAndLanguage.tsx'
import { ThemeButton } from '../settings/ThemeButton.tsx'
import { Clock } from './Clock.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import styles from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'

function SettingsButton() {
  const { text } = useText()
  if (!usePreferences().showSettings) return null
  return (
    <IconButton label={text('shell.settings')} onClick={() => showDialog('settings')}>
      <SettingsSign size={14} aria-hidden="true" />
    </IconButton>
  )
}

/** What one sets once, and what went wrong: the look, the language, the screen. */
export function SettingsButtons() {
  return (
    <>
      <SizeMenu />
      <LanguageMenu />
      <ThemeButton />
      <FullScreenButton />
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
  const { sidebar } = useSnapshot(layoutState)
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
  const { sidebarLogo } = usePreferences()
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
        <SettingsButtons />
        <UserMenu />
      </div>
    </header>
  )
}
