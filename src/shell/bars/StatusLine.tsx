import { useSnapshot } from 'valtio'
import { useShortcut } from '#src/command/shortcuts.ts'
import { useText } from '#src/locale/text.ts'
import { type KeyHint, statusLine } from '#src/ui/feedback/status-line.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './StatusLine.module.css'

/** Keys that work on every page, as this person has them. */
function useEverywhere(): readonly KeyHint[] {
  const [pages, help] = [useShortcut('command.pages'), useShortcut('command.keys')]
  return [
    { keys: 'g', label: 'shell.hint.go' },
    ...(pages ? [{ keys: pages, label: 'shell.hint.command' } as const] : []),
    ...(help ? [{ keys: help, label: 'shell.hint.keys' } as const] : []),
  ]
}

/** Which keys work here, the last first: where there is little room, those stay that work everywhere. */
function Hints() {
  const { text } = useText()
  const { hints } = useSnapshot(statusLine)
  const everywhere = useEverywhere()
  return (
    <ul className={styles.hints}>
      {[...hints, ...everywhere].toReversed().map(({ keys, label }) => (
        <li key={keys}>
          <Kbd keys={keys} /> <span>{text(label)}</span>
        </li>
      ))}
    </ul>
  )
}

/** What keys do now. */
function Mode() {
  const { text } = useText()
  return <span className={styles.mode}>{text(`shell.mode.${useSnapshot(statusLine).mode}`)}</span>
}

/** What there is to say: it changes with the place of a cursor that runs. */
const Left = () => <span className={styles.left}>{useSnapshot(statusLine).left}</span>

/** The line at the bottom: what keys do now, what there is to say, and which keys work here. */
export const StatusLine = () => (
  <footer className={styles.line}>
    <Mode />
    <Left />
    <Hints />
  </footer>
)
