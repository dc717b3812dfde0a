import { useSnapshot } from 'valtio'
import type { MessageId } from '#locales/index.ts'
import { useActionTarget } from '#src/command/active-list.ts'
import { allowedCommands } from '#src/command/registry.ts'
import { appliesTo, availabilityOf, isAvailable } from '#src/command/run/availability.ts'
import { startCommand } from '#src/command/run/executor.ts'
import { shortcutHint } from '#src/command/shortcuts.ts'
import { keyPreferences } from '#src/keyboard/key-overrides.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Record.module.css'
import { type ActiveRecord, useActiveRecord } from './use-active-record.ts'

interface Props extends ActiveRecord {
  /** What of the console's own acts stands among the buttons, beside what is done on the server. */
  readonly also?: readonly MessageId[]
}

/** What can be done to the row that a page is about, as buttons. */
export function RecordActions({ also = [], ...props }: Props) {
  const { say, text } = useText()
  useSession()
  useActiveRecord(props)
  useSnapshot(keyPreferences)
  // the keys of its rows act on it, as they do in its list
  useKeys('grid', [], { active: props.listing !== null })
  const target = useActionTarget()
  const offers = allowedCommands()
    .filter((command) => (command.call || also.includes(command.id)) && command.rows && appliesTo(command, props.noun))
    .map((command) => availabilityOf(command, target))
    .filter((offer) => isAvailable(offer, target))
  if (offers.length === 0) return null
  return (
    <div className={styles.acts} role="toolbar" aria-label={text('loans.section.acts')}>
      {offers.map(({ command }) => {
        const { keys } = shortcutHint(command.id)
        return (
          <Button key={command.id} aria-keyshortcuts={keys} onClick={() => void startCommand(command)}>
            {say(command.id)} {keys && <Kbd keys={keys} quiet />}
          </Button>
        )
      })}
    </div>
  )
}
