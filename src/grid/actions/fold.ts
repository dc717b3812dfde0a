import { say } from '#src/locale/text.ts'
import { announce } from '#src/ui/feedback/announcer.ts'
import type { GridModel } from '../model/grid-model.ts'
import type { TreeNode } from '../model/tree.ts'

/** The node under the cursor; none in a list that is no tree. */
const nodeHere = ({ tree, row }: GridModel): TreeNode | undefined => (row ? tree?.nodeOf(row.id) : undefined)

/** Puts the cursor on a row of a tree; where a folded branch hides it, on that. */
function standOn(model: GridModel, id: string): void {
  const { tree } = model
  const shown = tree?.shown.map((row) => row.id) ?? []
  const seen = [id, ...(tree?.ancestorsOf(id) ?? [])].find((one) => shown.includes(one))
  if (seen !== undefined) model.moveTo({ row: shown.indexOf(seen) })
}

/** Opens branches or folds them. The cursor stays on its row, or on the branch that hides it. */
function setOpen(model: GridModel, ids: readonly string[], open: boolean): void {
  const { tree, row } = model
  tree?.setOpen(ids, open)
  model.refold()
  if (row) standOn(model, row.id)
  announce(say(open ? 'grid.said.unfolded' : 'grid.said.folded', { count: model.pages.length }))
}

/** Opens the branch under the cursor: also one that is to have its first row below it. */
export function unfold(model: GridModel): void {
  if (model.row) setOpen(model, [model.row.id], true)
}

/** Folds the branch under the cursor; where nothing is open there, goes to what the row stands below. */
export function fold(model: GridModel): void {
  const node = nodeHere(model)
  if (node?.isBranch && model.tree?.isOpen(node.row.id)) setOpen(model, [node.row.id], false)
  else if (node?.parent) standOn(model, node.parent)
}

/** Opens the branch under the cursor, or folds it. */
export function toggleBranch(model: GridModel): void {
  const node = nodeHere(model)
  if (node) setOpen(model, [node.row.id], !model.tree?.isOpen(node.row.id))
}

/** Opens every branch, or folds them all. */
export const setAllOpen = (model: GridModel, open: boolean): void => setOpen(model, model.tree?.branches ?? [], open)

/** Whether the branch under the cursor can be opened, … */
export function canUnfold(model: GridModel): boolean {
  const node = nodeHere(model)
  return node?.isBranch === true && !model.tree?.isOpen(node.row.id)
}
/** … and whether something is open there, or it stands below something. */
export function canFold(model: GridModel): boolean {
  const node = nodeHere(model)
  return node !== undefined && (node.parent !== null || (node.isBranch && model.tree?.isOpen(node.row.id) === true))
}

/**
 * What an arrow does in the column of a tree: to the right it opens, to the left it folds or goes up. Answers whether it did;
 * else it goes on to the next column.
 * Source: WAI-ARIA Authoring Practices, treegrid.
 */
export function stepInTree(model: GridModel, way: 1 | -1): boolean {
  if (!model.tree || model.cursor.column !== model.grid.tree?.column) return false
  const acts = way === 1 ? canUnfold(model) : canFold(model)
  if (acts) (way === 1 ? unfold : fold)(model)
  return acts
}
