import { useSnapshot } from 'valtio'
import type { PageId } from '#contract/menu.ts'
import type { MessageId } from '#locales/index.ts'
import type { ActionTarget } from '#src/command/active-list.ts'
import { isDestructive } from '#src/command/command.ts'
import { commandsOn } from '#src/command/run/command-order.ts'
import { startCommand } from '#src/command/run/executor.ts'
import { shortcutHint } from '#src/command/shortcuts.ts'
import { keyPreferences } from '#src/keyboard/key-overrides.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Record.module.css'

interface Props {
  readonly target: ActionTarget | null
  readonly page: PageId
  /** What the toolbar is called. */
  readonly label: string
  /** What of the console's own acts stands among the buttons, beside what is done on the server. */
  readonly also?: readonly MessageId[]
}

/** What can be done to a row now, as buttons in the order of its menu: what is dangerous last and apart. */
export function CommandButtons({ target, page, label, also = [] }: Props) {
  const { say } = useText()
  useSession()
  useSnapshot(keyPreferences)
  const offers = commandsOn(target, page)
    .now.map(({ command }) => command)
    .filter(({ id, call, rows }) => rows?.noun === target?.noun && (call || also.includes(id)))
  const apart = offers.find(isDestructive)
  if (offers.length === 0) return null
  return (
    <div className={styles.acts} role="toolbar" aria-label={label}>
      {offers.map((command) => {
        const { keys } = shortcutHint(command.id)
        return (
          <Button
            key={command.id}
            className={classNames(command === apart && styles.apart)}
            aria-keyshortcuts={keys}
            onClick={() => void startCommand(command, { target })}
          >
            {say(command.id)} {keys && <Kbd keys={keys} quiet />}
          </Button>
        )
      })}
    </div>
  )
}
