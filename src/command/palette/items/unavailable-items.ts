import { say } from '#src/locale/text.ts'
import { actionItem, type PaletteItem, type PaletteSection } from './palette-item.ts'

/** As many of the commands that cannot be run now as are seen with their reasons. */
const shownMax = 3

/** What cannot be run now, below everything that can: the likeliest with why, the rest folded. `showAll` tells of each. */
export function unavailableItems(off: readonly PaletteItem[], showAll: () => void): PaletteSection[] {
  const more = off.length - shownMax
  const rest = actionItem('notNow', say('command.andMore', { count: more }), '', { to: 'run', run: showAll })
  const items = [...off.slice(0, shownMax), ...(more > 0 ? [{ ...rest, autoSelect: false }] : [])]
  return items.length > 0 ? [{ name: 'notNow', items, count: off.length }] : []
}
