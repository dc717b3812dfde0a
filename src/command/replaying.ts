import { type Found, type FoundSection, ofAct, section } from './found.ts'
import { macros, replay, saidOfMacro } from './macros.ts'
import { close } from './palette.ts'
import { commandOf } from './registry.ts'
import type { Meant } from './scene.ts'
import { fold } from './search/fold.ts'

/** Most macros that stand in the palette at once. */
const shownMax = 5

/** Macros whose name holds what was typed; all of them where nothing was. What holds money leads by its beginning only. */
export function replayable(typed: string, meant: Meant | null): FoundSection[] {
  const looked = fold(typed)
  const found = macros.all
    .filter(({ name }) => fold(name).includes(looked))
    .slice(0, shownMax)
    .map((macro): Found => {
      const run = () => {
        close()
        void replay(macro, meant)
      }
      const money = macro.steps.some(({ call: { id } }) => commandOf(id)?.risk !== 'write')
      const begun = typed !== '' && fold(macro.name).startsWith(looked)
      const act = ofAct(`macro ${macro.id}`, macro.name, saidOfMacro(macro), { to: 'run', run })
      return { ...act, harmless: false, leads: begun || (typed !== '' && !money) }
    })
  return section('macros', found)
}
