import { mac } from '#src/command/keyboard.ts'
import type { Keys } from '#src/command/keys/keys.ts'
import { show } from '#src/command/keys/show.ts'
import { classes } from './classes.ts'
import styles from './Kbd.module.css'

interface Props {
  readonly keys: Keys
  /** Without caps around it, and not read out: where many stand below one another. */
  readonly quiet?: boolean
}

/** A shortcut as it stands on the keys of this machine: one key, or two in turn. */
export function Kbd({ keys, quiet = false }: Props) {
  const [first, second] = show(keys, mac).split(' ')
  return (
    <kbd className={classes(styles.keys, quiet && styles.quiet)} aria-hidden={quiet || undefined}>
      <span>{first?.replaceAll('+', ' ')}</span>
      {second && <span>{second}</span>}
    </kbd>
  )
}
