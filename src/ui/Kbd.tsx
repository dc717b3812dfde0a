import { formatShortcut } from '#src/keyboard/format-shortcut.ts'
import { isMac } from '#src/keyboard/keyboard.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { classNames } from './class-names.ts'
import styles from './Kbd.module.css'

interface Props {
  readonly keys: Shortcut
  /** Without caps around it, and not read out: where many stand below one another. */
  readonly quiet?: boolean
}

/** A shortcut as it stands on the keys of this machine: one key, or two in turn. */
export function Kbd({ keys, quiet = false }: Props) {
  const [first, second] = formatShortcut(keys, isMac).split(' ')
  return (
    <kbd className={classNames(styles.keys, quiet && styles.quiet)} aria-hidden={quiet || undefined}>
      <span>{first?.replaceAll('+', ' ')}</span>
      {second && <span>{second}</span>}
    </kbd>
  )
}
