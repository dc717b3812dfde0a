import type { Selection } from '#contract/kernel/selection.ts'
import { say } from '#src/locale/text.ts'
import { onSignOut } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import type { AnyRow, Command } from './define.ts'
import type { Draft } from './palette.ts'
import { commandOf } from './registry.ts'
import type { Meant } from './scene.ts'

/** Rows that are taken back alike: which, and with which arguments. */
interface Part {
  readonly meant: Meant
  readonly args: Draft['args']
}
/** How something that was done is taken back. */
export interface Back {
  readonly command: Command
  readonly parts: readonly Part[]
}

/** Most different sets of arguments that are worth taking back one after the other. */
const partsMax = 10

/** Rows by what they were before: each set with the arguments that restore it. Null where one cannot be restored. */
function partsOf({ command: { undo }, meant }: Draft, answered: unknown): Part[] | null {
  if (!undo || !meant || meant.known.length !== meant.count) return null
  const groups = new Map<string, { args: Draft['args']; rows: AnyRow[] }>()
  for (const row of meant.known) {
    const args = undo.args(row)
    if (!args) return null
    const alike = JSON.stringify(args)
    const group = groups.get(alike) ?? { args, rows: [] }
    group.rows.push(row)
    groups.set(alike, group)
  }
  if (groups.size > partsMax) return null
  return [...groups.values()].map(({ args, rows }) => {
    const selection: Selection = { listing: meant.listing, ids: rows.map(({ id }) => id) }
    // the one row as it is now; of many the server looks
    const known = answered && rows.length === 1 ? [answered as AnyRow] : []
    return { args, meant: { ...meant, count: rows.length, known, marked: true, selection, query: null } }
  })
}

/** How a draft that was carried out is taken back, by whoever is here; null where it cannot be. */
export function takesBack(draft: Draft, answered: unknown): Back | null {
  const { undo, id } = draft.command
  const command = undo && commandOf(undo.by ?? id)
  const parts = command && partsOf(draft, answered)
  return parts ? { command, parts } : null
}

/** How long something can be taken back. */
const undoMs = 5 * 60_000
let last: { readonly undo: () => Promise<void>; readonly until: number } | null = null
onSignOut(() => {
  last = null
})

/** Keeps what can be taken back, for a while. Answers how: by `begin`, like any other command, and once. */
export function offerUndo(
  { command, parts }: Back,
  begin: (command: Command, given: { meant: Meant; args: Draft['args'] }) => Promise<void>,
): () => Promise<void> {
  const undo = async () => {
    if (last?.undo === undo) last = null
    for (const part of parts) await begin(command, part)
  }
  last = { undo, until: Date.now() + undoMs }
  return undo
}

/** Takes back what was done last, if that is possible and not too long ago. */
export async function undoLast(): Promise<void> {
  if (last && Date.now() < last.until) await last.undo()
  else toast('info', say('command.nothingToUndo'))
}
