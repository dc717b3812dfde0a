import { activePage } from '#src/command/active-list.ts'
import { commandOf } from '#src/command/registry.ts'
import { say } from '#src/locale/text.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { startCommand } from './executor.ts'
import { commandHistory } from './history.ts'

/** Does the last command again, with the same arguments, on what is meant now: the last one that fits what is in front. */
export function repeatLast(): void {
  const noun = activePage.list?.noun
  const last = commandHistory.entries.find(({ id }) => {
    const command = commandOf(id)
    return command && (command.rows === null || command.rows.noun === noun)
  })
  const command = last && commandOf(last.id)
  if (command) void startCommand(command, { args: last.args, names: last.names })
  else toast('info', say('command.nothingToRepeat'))
}
