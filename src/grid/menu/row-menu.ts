import { hintOf } from '#src/command/bound.ts'
import { begin } from '#src/command/executor.ts'
import { belongs, offerOf, possible } from '#src/command/offer.ts'
import { allowed } from '#src/command/registry.ts'
import { scene } from '#src/command/scene.ts'
import { say } from '#src/locale/text.ts'
import type { Item, Section } from '#src/ui/Menu.tsx'
import { copyCell, copyRow } from '../copying.ts'
import { filterByCell } from '../filtering.ts'
import { toggleAt } from '../marking.ts'
import { isMarked } from '../selection.ts'
import type { Sheet } from '../sheet.ts'

/** Every command on what is meant: what can be done first, then what cannot be done now, and why. */
function commandItems(): Section {
  const meant = scene.list?.meant() ?? null
  const offers = allowed()
    .filter((command) => command.rows !== null && belongs(command, meant?.noun ?? null))
    .map((command) => offerOf(command, meant))
    .toSorted((a, b) => Number(possible(b, meant)) - Number(possible(a, meant)))
  const items = offers.map((offer): Item => {
    const { command, refused } = offer
    const off = !possible(offer, meant)
    return {
      label: say(command.id),
      run: () => begin(command),
      ...(command.keys && { keys: command.keys }),
      ...(off && { off: refused ? say(`faults.${refused.fault}`, refused.values) : '' }),
    }
  })
  return { heading: say('command.rows', { count: meant?.count ?? 0 }), items }
}

function look({ state }: Sheet): void {
  state.peek = true
}

/** What can be done to what is meant, and to the row under the cursor: the same as by keys. */
export function rowMenu(sheet: Sheet): Section[] {
  const { state, row } = sheet
  const marked = row !== undefined && isMarked(state.marks, row.id)
  const here: Item[] = [
    {
      label: say(marked ? 'grid.unmark' : 'grid.mark'),
      ...hintOf('grid.mark'),
      run: () => toggleAt(sheet, sheet.cursor.row),
    },
    { label: say('grid.peek'), ...hintOf('grid.peek'), run: () => look(sheet) },
    { label: say('grid.filterByCell'), ...hintOf('grid.filterByCell'), run: () => filterByCell(sheet) },
    { label: say('grid.copyCell'), ...hintOf('grid.copyCell'), run: () => void copyCell(sheet) },
    { label: say('grid.copyRow'), ...hintOf('grid.copyRow'), run: () => void copyRow(sheet) },
  ]
  return [commandItems(), { items: here }].filter(({ items }) => items.length > 0)
}
