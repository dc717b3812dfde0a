import { type ActionTarget, listActions, targetOfNoun } from '#src/command/active-list.ts'
import { commandOf } from '#src/command/registry.ts'

/** Relevance: how well a command fits what is in front: made for the rows that are meant, for no rows, or for others. */
export const relevanceTo =
  (target: ActionTarget | null) =>
  (id: string): 0 | 1 | 2 => {
    const command = commandOf(id)
    if (!command) return 0
    if (command.onList) return listActions()?.has(command.onList) ? 1 : 0
    return command.rows ? (targetOfNoun(target, command.rows.noun) ? 2 : 0) : 1
  }
