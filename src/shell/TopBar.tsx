import { House, PanelLeft } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { useText } from '#src/locale/text.ts'
import { Brand } from '#src/ui/Brand.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { LanguageChoice, SizeChoice } from './Choices.tsx'
import { Clock } from './Clock.tsx'
import { FullScreen } from './FullScreen.tsx'
import { frame, toggleSidebar } from './frame.ts'
import { LookChoice } from './LookChoice.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { Person } from './Person.tsx'
import type { Crumb } from './places.ts'
import styles from './TopBar.module.css'

/** What one sets once: the look, the language, the screen. */
export function Settings() {
  return (
    <>
      <SizeChoice />
      <LanguageChoice />
      <LookChoice />
      <FullScreen />
    </>
  )
}

/** The bar on top: where one is, the way to everything else, and who one is. */
export function TopBar({ trail }: { trail: readonly Crumb[] }) {
  const { text } = useText()
  const { sidebar } = useSnapshot(frame)
  return (
    <header className={styles.bar}>
      <div className={styles.brand}>
        <Link href="/" aria-label={text('shell.home')}>
          <Brand />
        </Link>
        <IconButton
          label={text(sidebar ? 'shell.hideMenu' : 'shell.showMenu')}
          aria-expanded={sidebar}
          onClick={toggleSidebar}
        >
          <PanelLeft size={14} aria-hidden="true" />
        </IconButton>
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
