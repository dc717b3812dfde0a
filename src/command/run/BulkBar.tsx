import { activePage, useMarkedTarget } from '#src/command/active-list.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import bar from './BulkBar.module.css'
import { commandMenu } from './command-menu.ts'
import { commandsOn, isDestructive } from './command-order.ts'
import { startCommand } from './executor.ts'

/** Most commands that are buttons: with the views beside them they stay in one line in every language. */
const buttonsMax = 3

/** What can be done to the rows that are marked: what one does here first as buttons, the rest behind 'More'. */
export function BulkBar() {
  const { say, text } = useText()
  const target = useMarkedTarget()
  if (!target) return null
  const many = commandsOn(target, activePage.id).now.flatMap(({ command }) =>
    command.rows?.on === 'each' ? command : [],
  )
  const buttons = many.filter((command) => !isDestructive(command)).slice(0, buttonsMax)
  const heading = say('command.rows', { count: target.count })
  const more = commandMenu({ page: activePage.id, target, heading, besides: buttons })
  if (buttons.length === 0 && more.length === 0) return null
  return (
    <div className={bar.bar} role="toolbar" aria-label={heading}>
      {buttons.map((command) => (
        <Button key={command.id} onClick={() => void startCommand(command)}>
          {say(command.id)}
        </Button>
      ))}
      {more.length > 0 && (
        <Menu sections={more}>
          <Button>{text('grid.more')}</Button>
        </Menu>
      )}
    </div>
  )
}
