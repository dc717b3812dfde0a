import { ChevronRight } from 'lucide-react'
import { ContextMenu as Around, DropdownMenu as Under } from 'radix-ui'
import type { MouseEvent, ReactNode } from 'react'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { useText } from '#src/locale/text.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import { KeyTrap } from '#src/ui/KeyTrap.tsx'
import { useReturnFocus } from '#src/ui/use-return-focus.ts'
import styles from './Menu.module.css'
import overlay from './overlay.module.css'

/** One line of a menu. */
export interface MenuItem {
  readonly label: string
  run(): void
  readonly keys?: Shortcut
  /** Why it cannot be chosen now. */
  readonly off?: string | undefined
  /** Whether it is the one of several that holds. */
  readonly chosen?: boolean
  /** The language it is written in, where that is not the screen's. */
  readonly lang?: string
}
/** Lines that belong together, under a heading where one helps. */
export interface MenuSection {
  readonly heading?: string
  /** Stands behind its heading, which opens it beside the menu. */
  readonly folded?: true
  readonly items: readonly MenuItem[]
}

/** Both kinds of menu have the same parts. */
type Parts = typeof Under | typeof Around

function Line({ parts, item }: { parts: Parts; item: MenuItem }) {
  const { label, run, keys, off, chosen, lang } = item
  const inside = (
    <>
      <span lang={lang}>{label}</span>
      {off && <span className={styles.reason}>{off}</span>}
      {keys && <Kbd keys={keys} />}
    </>
  )
  const shared = { className: styles.item ?? '', disabled: off !== undefined, onSelect: run }
  if (chosen === undefined) return <parts.Item {...shared}>{inside}</parts.Item>
  return (
    <parts.CheckboxItem {...shared} checked={chosen}>
      {inside}
    </parts.CheckboxItem>
  )
}

/** Submenu: lines that are seen when somebody asks for them. */
function FoldedLines({ parts, section: { heading, items } }: { parts: Parts; section: MenuSection }) {
  return (
    <parts.Sub>
      <parts.SubTrigger className={styles.item}>
        {heading}
        <ChevronRight className={styles.chevron} size={14} aria-hidden="true" />
      </parts.SubTrigger>
      <parts.Portal>
        <section aria-label={heading}>
          <parts.SubContent className={classNames(overlay.sheet, styles.menu)} collisionPadding={8} loop>
            {items.map((item) => (
              <Line key={item.label} parts={parts} item={item} />
            ))}
          </parts.SubContent>
        </section>
      </parts.Portal>
    </parts.Sub>
  )
}

function Lines({ parts, sections }: { parts: Parts; sections: readonly MenuSection[] }) {
  return (
    <>
      <KeyTrap />
      {sections.map((section) => (
        <parts.Group key={section.heading ?? section.items[0]?.label} className={styles.section}>
          {section.folded ? (
            <FoldedLines parts={parts} section={section} />
          ) : (
            <>
              {section.heading && <parts.Label className={styles.heading}>{section.heading}</parts.Label>}
              {section.items.map((item) => (
                <Line key={item.label} parts={parts} item={item} />
              ))}
            </>
          )}
        </parts.Group>
      ))}
    </>
  )
}

/** What a menu is called among the parts of the page: it stands outside of all others. */
function useName([first]: readonly MenuSection[]): string {
  const { text } = useText()
  return first?.heading ?? text('shell.acts')
}

interface MenuProps {
  readonly sections: readonly MenuSection[]
  /** What opens it: a button. */
  readonly children: ReactNode
  readonly align?: 'start' | 'end'
  readonly side?: 'bottom' | 'right'
}

/** A menu under a button, or beside it. */
export function Menu({ sections, children, align = 'end', side = 'bottom' }: MenuProps) {
  const name = useName(sections)
  const { onOpenChange, onCloseAutoFocus } = useReturnFocus()
  return (
    <Under.Root modal={false} onOpenChange={onOpenChange}>
      <Under.Trigger asChild>{children}</Under.Trigger>
      <Under.Portal>
        <section aria-label={name}>
          <Under.Content
            className={classNames(overlay.sheet, styles.menu)}
            align={align}
            side={side}
            sideOffset={4}
            loop
            onCloseAutoFocus={onCloseAutoFocus}
          >
            <Lines parts={Under} sections={sections} />
          </Under.Content>
        </section>
      </Under.Portal>
    </Under.Root>
  )
}

interface ContextMenuProps extends Omit<MenuProps, 'align' | 'side'> {
  onAsk?(event: MouseEvent): void
  /** Once it has gone, and with it what had the focus before: that was drawn anew meanwhile. */
  onLost?(): void
}

/** A menu of what can be done to something, where the pointer is, or by the menu key. */
export function ContextMenu({ sections, children, onAsk, onLost }: ContextMenuProps) {
  const name = useName(sections)
  const leave = (event: Event) => {
    // what was chosen may have put the focus where it is needed: then it stays there, else it goes back
    if (document.activeElement !== document.body) event.preventDefault()
    queueMicrotask(() => document.activeElement === document.body && onLost?.())
  }
  return (
    <Around.Root modal={false}>
      <Around.Trigger asChild onContextMenu={onAsk}>
        {children}
      </Around.Trigger>
      <Around.Portal>
        <section aria-label={name}>
          <Around.Content className={classNames(overlay.sheet, styles.menu)} loop onCloseAutoFocus={leave}>
            <Lines parts={Around} sections={sections} />
          </Around.Content>
        </section>
      </Around.Portal>
    </Around.Root>
  )
}
