import type { Selection } from '#contract/kernel/selection.ts'
import type { ActionTarget } from '#src/command/active-list.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import type { AnyRow, Command } from '#src/command/command.ts'
import { commandOf } from '#src/command/registry.ts'
import { say } from '#src/locale/text.ts'
import { onSignOut } from '#src/session/base/session.ts'
import { toast } from '#src/ui/feedback/toast.ts'

/** Rows that are taken back alike: which, and with which arguments. */
interface UndoGroup {
  readonly target: ActionTarget
  readonly args: Draft['args']
}
/** How something that was done is taken back. */
export interface UndoPlan {
  readonly command: Command
  readonly groups: readonly UndoGroup[]
}

/** Most different sets of arguments that are worth taking back one after the other. */
const groupsMax = 10

/** Rows by what they were before: each set with the arguments that restore it. Null where one cannot be restored. */
function undoGroupsOf({ command: { undo }, target }: Draft, answered: unknown): UndoGroup[] | null {
  if (!undo || !target || target.loadedRows.length !== target.count) return null
  const groups = new Map<string, { args: Draft['args']; rows: AnyRow[] }>()
  for (const row of target.loadedRows) {
    const args = undo.args(row)
    if (!args) return null
    const alike = JSON.stringify(args)
    const group = groups.get(alike) ?? { args, rows: [] }
    group.rows.push(row)
    groups.set(alike, group)
  }
  if (groups.size > groupsMax) return null
  return [...groups.values()].map(({ args, rows }) => {
    const selection: Selection = { listing: target.listing, ids: rows.map(({ id }) => id) }
    // the one row as it is now; of many the server looks
    const loadedRows = answered && rows.length === 1 ? [answered as AnyRow] : []
    return { args, target: { ...target, count: rows.length, loadedRows, marked: true, selection, query: null } }
  })
}

/** How a draft that was carried out is taken back, by whoever is here; null where it cannot be. */
export function undoPlanOf(draft: Draft, answered: unknown): UndoPlan | null {
  const { undo, id } = draft.command
  const command = undo && commandOf(id)
  const groups = command && undoGroupsOf(draft, answered)
  return groups ? { command, groups } : null
}

/** How long something can be taken back. */
const undoMs = 5 * 60_000
let last: { readonly undo: () => Promise<void>; readonly until: number } | null = null
onSignOut(() => {
  last = null
})

/** Keeps what can be taken back, for a while. Answers how: by `begin`, like any other command, and once. */
export function offerUndo(
  { command, groups }: UndoPlan,
  begin: (command: Command, given: { target: ActionTarget; args: Draft['args'] }) => Promise<void>,
): () => Promise<void> {
  const undo = async () => {
    if (last?.undo === undo) last = null
    for (const part of groups) await begin(command, part)
  }
  last = { undo, until: Date.now() + undoMs }
  return undo
}

/** Undo: takes back what was done last, if that is possible and not too long ago. */
export async function undoLast(): Promise<void> {
  if (last && Date.now() < last.until) await last.undo()
  else toast('info', say('command.nothingToUndo'))
}
