import type { PageId } from '#contract/menu.ts'
import type { MessageId } from '#locales/index.ts'
import { allowedCommands, commandOf } from '#src/command/registry.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { CommandRow } from './CommandRow.tsx'
import { startCommand } from './executor.ts'

/** The commands of a page that are about none of its rows, as buttons; those that do not fit stand behind 'More'. */
export function PageCommands({ page }: { page: PageId }) {
  const { say } = useText()
  useSession()
  const commands = allowedCommands().filter((command) => command.page === page)
  const items = commands.map((command) => ({ label: say(command.id), run: () => void startCommand(command) }))
  return (
    <CommandRow
      commands={commands}
      more={(seen) => (seen.length < items.length ? [{ items: items.slice(seen.length) }] : [])}
    />
  )
}

/** One command as a button, where somebody may run it, by a shorter name where there is little room. */
export function PageCommand({ id, label = id }: { id: MessageId; label?: MessageId }) {
  const { say } = useText()
  useSession()
  const command = commandOf(id)
  if (!command) return null
  return (
    <Button aria-label={say(id)} onClick={() => void startCommand(command)}>
      {say(label)}
    </Button>
  )
}
