import type { ComponentProps } from 'react'
import styles from './Button.module.css'
import { classNames } from './class-names.ts'

interface Props extends ComponentProps<'button'> {
  /** `accent`: what the person most likely wants; `bad`: what cannot be undone; `quiet`: without a frame. */
  readonly tone?: 'plain' | 'accent' | 'bad' | 'quiet'
  readonly large?: boolean
  /** Under way: it stays where it is and cannot be pressed again. */
  readonly busy?: boolean
}

/** Something to press, with its name on it. Never submits a form unless it says so. */
export function Button({ tone = 'plain', large = false, busy = false, className, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(styles.button, styles[tone], large && styles.large, className)}
    />
  )
}
