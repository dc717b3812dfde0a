import { say } from '#src/locale/text.ts'
import { toast } from '#src/ui/toast.ts'
import { begin } from './executor.ts'
import { history } from './history.ts'
import { commandOf } from './registry.ts'
import { scene } from './scene.ts'

/** Does the last command again, with the same arguments, on what is meant now: the last one that fits what is in front. */
export function repeatLast(): void {
  const noun = scene.list?.noun
  const last = history.past.find(({ id }) => {
    const command = commandOf(id)
    return command && (command.rows === null || command.rows.noun === noun)
  })
  const command = last && commandOf(last.id)
  if (command) void begin(command, { args: last.args, names: last.names })
  else toast('info', say('command.nothingToRepeat'))
}
