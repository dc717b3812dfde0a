import { useSnapshot } from 'valtio'
import { useText } from '#src/locale/text.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './StatusLine.module.css'
import { type Hint, status } from './status.ts'

/** Keys that work on every page. */
const everywhere: readonly Hint[] = [
  { keys: 'g', label: 'shell.hint.go' },
  { keys: ':', label: 'shell.hint.command' },
  { keys: '?', label: 'shell.hint.keys' },
]

/** The line at the bottom: what keys do now, what there is to say, and which keys work here. */
export function StatusLine() {
  const { text } = useText()
  const { mode, left, hints } = useSnapshot(status)
  return (
    <footer className={styles.line}>
      <span className={styles.mode}>{text(`shell.mode.${mode}`)}</span>
      <span className={styles.left}>{left}</span>
      <ul className={styles.hints}>
        {[...hints, ...everywhere].map(({ keys, label }) => (
          <li key={keys}>
            <Kbd keys={keys} /> {text(label)}
          </li>
        ))}
      </ul>
    </footer>
  )
}
