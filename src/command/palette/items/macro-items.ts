import type { ActionTarget } from '#src/command/active-list.ts'
import { describeMacro, macroState, replayMacro } from '#src/command/palette/macros/macros.ts'
import { commandOf } from '#src/command/registry.ts'
import { closePalette } from '#src/command/run/palette-state.ts'
import { foldText } from '#src/command/search/fold.ts'
import { actionItem, type PaletteItem, type PaletteSection, sectionOf } from './palette-item.ts'

/** Most macros that stand in the palette at once. */
const shownMax = 5

/** Macros whose name holds what was typed; all of them where nothing was. What holds money leads by its beginning only. */
export function macroItems(typed: string, target: ActionTarget | null): PaletteSection[] {
  const looked = foldText(typed)
  const found = macroState.all
    .filter(({ name }) => foldText(name).includes(looked))
    .slice(0, shownMax)
    .map((macro): PaletteItem => {
      const run = () => {
        closePalette()
        void replayMacro(macro, target)
      }
      const money = macro.steps.some(({ call: { id } }) => commandOf(id)?.risk !== 'write')
      const begun = typed !== '' && foldText(macro.name).startsWith(looked)
      const act = actionItem(`macro ${macro.id}`, macro.name, describeMacro(macro), { to: 'run', run })
      return { ...act, readOnly: false, autoSelect: begun || (typed !== '' && !money) }
    })
  return sectionOf('macros', found)
}
