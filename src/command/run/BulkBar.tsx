import { type ActionTarget, activePage, useMarkedTarget } from '#src/command/active-list.ts'
import { isDestructive } from '#src/command/command.ts'
import { useText } from '#src/locale/text.ts'
import { CommandRow } from './CommandRow.tsx'
import { commandMenu } from './command-menu.ts'
import { commandsOn } from './command-order.ts'

/** Most commands that are buttons: what one does a hundred times a day. */
const buttonsMax = 3

/** Buttons of the commands on `target`, as many as fit in one line, and a menu of the others. */
function BulkCommands({ target }: { target: ActionTarget }) {
  const { say } = useText()
  const many = commandsOn(target, activePage.id).now.flatMap(({ command }) =>
    command.rows?.on === 'each' ? command : [],
  )
  const heading = say('command.rows', { count: target.count })
  return (
    <CommandRow
      label={heading}
      commands={many.filter((command) => !isDestructive(command)).slice(0, buttonsMax)}
      more={(seen) => commandMenu({ page: activePage.id, target, heading, besides: seen })}
    />
  )
}

/** What can be done to the rows that are marked: what one does here first as buttons, the rest behind 'More'. */
export function BulkBar() {
  const target = useMarkedTarget()
  return target && <BulkCommands target={target} />
}
