import { Menu as MenuSign } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { MouseEvent } from 'react'
import { useSnapshot } from 'valtio'
import { openPalette } from '#src/command/run/palette-state.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { statusLine } from '#src/ui/feedback/status-line.ts'
import { KeyTrap } from '#src/ui/KeyTrap.tsx'
import overlay from '#src/ui/overlay/overlay.module.css'
import { layoutState, showDrawer } from '../layout-state.ts'
import { Sidebar } from '../navigation/Sidebar.tsx'
import { Clock } from './Clock.tsx'
import styles from './MobileShell.module.css'
import { SettingsButtons } from './TopBar.tsx'
import { UserMenu } from './UserMenu.tsx'

/** The bar on top of a small screen: the menu, the page, and how many there are. */
export function TitleBar({ title }: { title: string }) {
  const { text } = useText()
  const { count } = useSnapshot(statusLine)
  return (
    <header className={styles.title}>
      <button type="button" aria-label={text('shell.menu')} onClick={() => showDrawer(true)}>
        <MenuSign size={16} aria-hidden="true" />
      </button>
      {/* each page says its own name */}
      <strong aria-hidden="true">{title}</strong>
      <span>{count}</span>
    </header>
  )
}

/** The first button in it is not what one came for. */
const focusItself = (event: Event) => {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}

/** Whoever has chosen a page wants to see it, even if it is the one behind. */
const closeOnLink = ({ target }: MouseEvent<HTMLElement>) => {
  if (target instanceof Element && target.closest('a')) showDrawer(false)
}

/** The menu of a small screen, over the page, with everything the bar has elsewhere. */
export function Drawer({ path }: { path: string }) {
  const { text } = useText()
  const { drawer } = useSnapshot(layoutState)
  return (
    <Dialog.Root open={drawer} onOpenChange={showDrawer}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlay.veil} />
        <Dialog.Content
          className={classNames(overlay.sheet, styles.drawer)}
          aria-describedby={undefined}
          onOpenAutoFocus={focusItself}
          onClick={closeOnLink}
        >
          <KeyTrap />
          <Dialog.Title className={styles.name}>{text('shell.menu')}</Dialog.Title>
          <Sidebar path={path} />
          <div className={styles.settings}>
            <Clock />
            <SettingsButtons />
            <UserMenu />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** What a thumb reaches: the palette, and what the list in front offers. */
export function BottomBar() {
  const { text } = useText()
  const { filter, select, selecting } = useSnapshot(statusLine)
  return (
    <footer className={styles.bottom}>
      <Button className={styles.command} large onClick={() => openPalette()}>
        {text('shell.command')}
      </Button>
      {filter && (
        <Button large onClick={filter}>
          {text('shell.filter')}
        </Button>
      )}
      {select && (
        <Button large aria-pressed={selecting} onClick={select}>
          {text('shell.select')}
        </Button>
      )}
    </footer>
  )
}
