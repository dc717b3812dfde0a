import { activePage } from '#src/command/active-list.ts'
import { allowedCommands } from '#src/command/registry.ts'
import { appliesTo, availabilityOf, isAvailable } from '#src/command/run/availability.ts'
import { startCommand } from '#src/command/run/executor.ts'
import { shortcutHint } from '#src/command/shortcuts.ts'
import { say } from '#src/locale/text.ts'
import type { MenuItem, MenuSection } from '#src/ui/Menu.tsx'
import { copyCell, copyRow } from '../actions/copy-rows.ts'
import { filterByCell } from '../actions/filter-and-sort.ts'
import { toggleRow } from '../actions/select-rows.ts'
import type { GridModel } from '../model/grid-model.ts'
import { isMarked } from '../model/selection.ts'

/** Every command on what is meant: what can be done first, then what cannot be done now, and why. */
function commandItems(): MenuSection {
  const meant = activePage.list?.target() ?? null
  const offers = allowedCommands()
    .filter((command) => command.rows !== null && appliesTo(command, meant?.noun ?? null))
    .map((command) => availabilityOf(command, meant))
    .toSorted((a, b) => Number(isAvailable(b, meant)) - Number(isAvailable(a, meant)))
  const items = offers.map((offer): MenuItem => {
    const { command, refused } = offer
    const off = !isAvailable(offer, meant)
    return {
      label: say(command.id),
      run: () => startCommand(command),
      ...(command.keys && { keys: command.keys }),
      ...(off && { off: refused ? say(`faults.${refused.fault}`, refused.values) : '' }),
    }
  })
  return { heading: say('command.rows', { count: meant?.count ?? 0 }), items }
}

function look({ state }: GridModel): void {
  state.peek = true
}

/** What can be done to what is meant, and to the row under the cursor: the same as by keys. */
export function rowMenu(model: GridModel): MenuSection[] {
  const { state, row } = model
  const marked = row !== undefined && isMarked(state.marks, row.id)
  const here: MenuItem[] = [
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
  return [commandItems(), { items: here }].filter(({ items }) => items.length > 0)
}
