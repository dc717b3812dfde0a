import { commandMenu } from '#src/command/run/command-menu.ts'
import { shortcutHint } from '#src/command/shortcuts.ts'
import { say } from '#src/locale/text.ts'
import type { MenuItem, MenuSection } from '#src/ui/overlay/Menu.tsx'
import { actionTargetOf, cursorTargetOf } from '../actions/action-target.ts'
import { copyCell, copyRow } from '../actions/copy-rows.ts'
import { filterByCell } from '../actions/filter-and-sort.ts'
import { toggleBranch } from '../actions/fold.ts'
import { toggleRow } from '../actions/select-rows.ts'
import type { GridModel } from '../model/grid-model.ts'
import type { Row } from '../model/pages.ts'
import { isMarked, markCount } from '../model/selection.ts'

/** What can be done to the marked rows; where the row pointed at is none of them, to it alone, and the menu says so. */
function commandSections(model: GridModel): MenuSection[] {
  const { grid, state, row } = model
  const { page } = grid
  const others = markCount(state.marks)
  if (row && others > 0 && !isMarked(state.marks, row.id)) {
    return commandMenu({
      page,
      target: cursorTargetOf(model),
      heading: say('grid.onlyThisRow', { id: row.id, count: others }),
    })
  }
  const target = actionTargetOf(model)
  return commandMenu({ page, target, heading: say('command.rows', { count: target?.count ?? 0 }) })
}

function look({ state }: GridModel): void {
  state.peek = true
}

/** Opens the branch of a tree that is pointed at, or folds it. */
function branchItems(model: GridModel, { id }: Row): MenuItem[] {
  const { tree } = model
  if (!tree?.nodeOf(id)?.isBranch) return []
  const action = tree.isOpen(id) ? 'grid.fold' : 'grid.unfold'
  return [{ label: say(action), ...shortcutHint(action), run: () => toggleBranch(model) }]
}

/** What can be done to the row that is pointed at, or to those that are marked with it; nothing while it is on its way. */
export function rowMenu(model: GridModel): MenuSection[] {
  const { state, row } = model
  if (!row) return [{ items: [{ label: say('grid.loading'), run: () => {}, off: '' }] }]
  const marked = isMarked(state.marks, row.id)
  const here: MenuItem[] = [
    ...branchItems(model, row),
    {
      label: say(marked ? 'grid.unmark' : 'grid.mark'),
      ...shortcutHint('grid.mark'),
      run: () => toggleRow(model, model.cursor.row),
    },
    { label: say('grid.peek'), ...shortcutHint('grid.peek'), run: () => look(model) },
    { label: say('grid.filterByCell'), ...shortcutHint('grid.filterByCell'), run: () => filterByCell(model) },
    { label: say('grid.copyCell'), ...shortcutHint('grid.copyCell'), run: () => void copyCell(model) },
    { label: say('grid.copyRow'), ...shortcutHint('grid.copyRow'), run: () => void copyRow(model) },
  ]
  return [...commandSections(model), { items: here }]
}
