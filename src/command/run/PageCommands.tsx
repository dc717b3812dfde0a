import type { PageId } from '#contract/menu.ts'
import type { MessageId } from '#locales/index.ts'
import { allowedCommands, commandOf } from '#src/command/registry.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { startCommand } from './executor.ts'

/** The commands of a page that are about none of its rows, as buttons. */
export function PageCommands({ page }: { page: PageId }) {
  const { say } = useText()
  useSession()
  return allowedCommands()
    .filter((command) => command.page === page)
    .map((command) => (
      <Button key={command.id} onClick={() => void startCommand(command)}>
        {say(command.id)}
      </Button>
    ))
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
