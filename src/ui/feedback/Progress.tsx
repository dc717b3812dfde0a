import styles from './Progress.module.css'

interface Props {
  /** How far it has come, of `max`; left out where nobody knows. */
  readonly value?: number
  readonly max?: number
  readonly label: string
}

/** How far something has come: a bar, never a spinner. */
export function Progress({ value, max = 1, label }: Props) {
  const share = value === undefined ? null : Math.min(1, value / (max || 1))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={styles.track}
    >
      <div
        className={share === null ? styles.waiting : styles.done}
        style={share === null ? undefined : { inlineSize: `${share * 100}%` }}
      />
    </div>
  )
}
