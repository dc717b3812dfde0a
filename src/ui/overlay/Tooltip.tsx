import { Tooltip as Parts } from 'radix-ui'
import type { FocusEvent, ReactNode } from 'react'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import overlay from './overlay.module.css'
import styles from './Tooltip.module.css'

interface Props {
  readonly label: string
  readonly keys?: Shortcut
  /** What it explains: a button or a link. */
  readonly children: ReactNode
}

/** How long the pointer rests before it opens. */
const delayMs = 400

/** Whether the pointer was used last, and not the keyboard. */
let pointed = false
const notice = ({ type }: Event) => {
  pointed = type === 'pointerdown'
}
for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, notice, { capture: true })

/** Focus that comes back by itself, from a menu where something was clicked, explains nothing. */
const onlyWhenSeen = (event: FocusEvent) => {
  if (pointed || !event.currentTarget.matches(':focus-visible')) event.preventDefault()
}

/** Says in words what a sign stands for, and its key, while the pointer or the focus is on it. */
export function Tooltip({ label, keys, children }: Props) {
  return (
    <Parts.Provider delayDuration={delayMs}>
      <Parts.Root>
        <Parts.Trigger asChild onFocus={onlyWhenSeen}>
          {children}
        </Parts.Trigger>
        <Parts.Portal>
          {/* it stands outside of every other part of the page */}
          <section aria-label={label}>
            <Parts.Content className={classNames(overlay.sheet, styles.tooltip)} sideOffset={4} collisionPadding={8}>
              {label}
              {keys && <Kbd keys={keys} />}
            </Parts.Content>
          </section>
        </Parts.Portal>
      </Parts.Root>
    </Parts.Provider>
  )
}
