import type { PageId } from '#contract/menu.ts'
import type { MessageId } from '#locales/index.ts'
import { allowedCommands, commandOf } from '#src/command/registry.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import fitting from '#src/ui/fitting.module.css'
import { Menu } from '#src/ui/Menu.tsx'
import { useFitting } from '#src/ui/use-fitting.ts'
import bar from './BulkBar.module.css'
import { startCommand } from './executor.ts'

/** The commands of a page that are about none of its rows, as buttons: as many as fit in one line, the rest behind 'More'. */
export function PageCommands({ page }: { page: PageId }) {
  const { say, text } = useText()
  useSession()
  const [row, fits] = useFitting()
  const commands = allowedCommands().filter((command) => command.page === page)
  const items = commands
    .slice(fits)
    .map((command) => ({ label: say(command.id), run: () => void startCommand(command) }))
  if (commands.length === 0) return null
  return (
    <div className={bar.bar}>
      <div ref={row} className={fitting.row}>
        {commands.map((command, i) => (
          <Button key={command.id} data-folded={i < fits ? undefined : true} onClick={() => void startCommand(command)}>
            {say(command.id)}
          </Button>
        ))}
      </div>
      {items.length > 0 && (
        <Menu sections={[{ items }]}>
          <Button>{text('grid.more')}</Button>
        </Menu>
      )}
    </div>
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
