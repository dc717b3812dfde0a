import { type ActionTarget, activePage, useMarkedTarget } from '#src/command/active-list.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import fitting from '#src/ui/fitting.module.css'
import { Menu } from '#src/ui/Menu.tsx'
import { useFitting } from '#src/ui/use-fitting.ts'
import bar from './BulkBar.module.css'
import { commandMenu } from './command-menu.ts'
import { commandsOn, isDestructive } from './command-order.ts'
import { startCommand } from './executor.ts'

/** Most commands that are buttons: what one does a hundred times a day. */
const buttonsMax = 3

/** Buttons of the commands on `target`, as many as fit in one line, and a menu of the others. */
function BulkCommands({ target }: { target: ActionTarget }) {
  const { say, text } = useText()
  const many = commandsOn(target, activePage.id).now.flatMap(({ command }) =>
    command.rows?.on === 'each' ? command : [],
  )
  const buttons = many.filter((command) => !isDestructive(command)).slice(0, buttonsMax)
  const [row, fits] = useFitting()
  const heading = say('command.rows', { count: target.count })
  const more = commandMenu({ page: activePage.id, target, heading, besides: buttons.slice(0, fits) })
  if (buttons.length === 0 && more.length === 0) return null
  return (
    <div className={bar.bar} role="toolbar" aria-label={heading}>
      <div ref={row} className={fitting.row}>
        {buttons.map((command, i) => (
          <Button key={command.id} data-folded={i < fits ? undefined : true} onClick={() => void startCommand(command)}>
            {say(command.id)}
          </Button>
        ))}
      </div>
      {more.length > 0 && (
        <Menu sections={more}>
          <Button>{text('grid.more')}</Button>
        </Menu>
      )}
    </div>
  )
}

/** What can be done to the rows that are marked: what one does here first as buttons, the rest behind 'More'. */
export function BulkBar() {
  const target = useMarkedTarget()
  return target && <BulkCommands target={target} />
}
