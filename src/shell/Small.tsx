import { Menu as MenuSign } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { MouseEvent } from 'react'
import { useSnapshot } from 'valtio'
import { openPalette } from '#src/command/open.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Cover } from '#src/ui/Cover.tsx'
import { classes } from '#src/ui/classes.ts'
import overlay from '#src/ui/overlay.module.css'
import { Clock } from './Clock.tsx'
import { frame, showDrawer } from './frame.ts'
import { Person } from './Person.tsx'
import { Sidebar } from './Sidebar.tsx'
import styles from './Small.module.css'
import { status } from './status.ts'
import { Settings } from './TopBar.tsx'

/** The bar on top of a small screen: the menu, the page, and how many there are. */
export function TitleBar({ title }: { title: string }) {
  const { text } = useText()
  const { count } = useSnapshot(status)
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
  const { drawer } = useSnapshot(frame)
  return (
    <Dialog.Root open={drawer} onOpenChange={showDrawer}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlay.veil} />
        <Dialog.Content
          className={classes(overlay.sheet, styles.drawer)}
          aria-describedby={undefined}
          onOpenAutoFocus={focusItself}
          onClick={closeOnLink}
        >
          <Cover />
          <Dialog.Title className={styles.name}>{text('shell.menu')}</Dialog.Title>
          <Sidebar path={path} />
          <div className={styles.settings}>
            <Clock />
            <Settings />
            <Person />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** What a thumb reaches: the palette, and what the list in front offers. */
export function BottomBar() {
  const { text } = useText()
  const { filter, select } = useSnapshot(status)
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
        <Button large onClick={select}>
          {text('shell.select')}
        </Button>
      )}
    </footer>
  )
}
