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

/** One command as a button, where somebody may run it: for a page that says where each of its own stands. */
export function PageCommand({ id }: { id: MessageId }) {
  const { say } = useText()
  useSession()
  const command = commandOf(id)
  return command ? <Button onClick={() => void startCommand(command)}>{say(id)}</Button> : null
}
