import type { ComponentProps, ReactNode } from 'react'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { classNames } from './class-names.ts'
import styles from './IconButton.module.css'
import { Tooltip } from './overlay/Tooltip.tsx'

interface Props extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  /** What it does: its name, and what is shown when the pointer rests on it. */
  readonly label: string
  readonly keys?: Shortcut
  /** The sign. */
  readonly children: ReactNode
}

/** A button with a sign in place of its name. */
export function IconButton({ label, keys, className, ...button }: Props) {
  return (
    <Tooltip label={label} {...(keys && { keys })}>
      <button type="button" {...button} aria-label={label} className={classNames(styles.button, className)} />
    </Tooltip>
  )
}
