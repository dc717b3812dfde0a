import { useState } from 'react'
import type { Output } from '#contract/kernel/endpoint.ts'
import type { PageId } from '#contract/menu.ts'
import type { roles } from '#contract/roles.ts'
import { changesIn, type PageCodes, type RoleDraft, type TreeRow, treeRowsOf } from './role-draft.ts'

/** The whole menu, and which of its buttons move money. */
export type AllRights = Output<typeof roles.menu>

/** The draft of a role with the way back: each change can be undone. */
export function useRoleDraft(saved: RoleDraft, { menu }: AllRights) {
  const [past, setPast] = useState<readonly RoleDraft[]>([])
  const [draft, setDraft] = useState(saved)
  const [linked, setLinked] = useState(true)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const tree = treeRowsOf(menu)
  const all: PageCodes = new Map(
    tree.flatMap((row) => (row.kind === 'page' ? [[row.page, row.codes] as [PageId, number]] : [])),
  )
  return {
    draft,
    linked,
    folded,
    all,
    changes: changesIn(saved, draft),
    groups: tree.flatMap((row) => (row.kind === 'group' ? row.path : [])),
    rows: tree.filter((row) => !isFolded(row, folded)),
    change(next: RoleDraft) {
      if (next === draft) return
      setPast([...past, draft])
      setDraft(next)
    },
    undo() {
      const last = past.at(-1)
      if (!last) return
      setPast(past.slice(0, -1))
      setDraft(last)
    },
    discard() {
      setPast([...past, draft])
      setDraft(saved)
    },
    toggleLinked: () => setLinked(!linked),
    fold: (path: string) =>
      setFolded(new Set(folded.has(path) ? [...folded].filter((one) => one !== path) : [...folded, path])),
    foldAll(paths: readonly string[]) {
      setFolded(new Set(paths.every((path) => folded.has(path)) ? [] : paths))
    },
  }
}
export type RoleDraftState = ReturnType<typeof useRoleDraft>

/** Whether a group that a line stands in is folded. */
function isFolded(row: TreeRow, folded: ReadonlySet<string>): boolean {
  const above = row.kind === 'page' ? row.group : row.path.slice(0, row.path.lastIndexOf('/'))
  if (above === null || above === '') return false
  return [...folded].some((path) => above === path || above.startsWith(`${path}/`))
}
