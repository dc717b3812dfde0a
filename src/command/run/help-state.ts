import { proxy, ref } from 'valtio'
import { activeBindings } from '#src/keyboard/keyboard.ts'
import { closePalette, paletteState } from './palette-state.ts'

/** Bindings that are heard, layer by layer. */
export type LayerBindings = ReturnType<typeof activeBindings>

/** Whether the keys are shown, and which were heard when somebody asked. */
export const helpState = proxy<{ open: boolean; layers: LayerBindings }>({ open: false, layers: ref([]) })

/** What is heard now: of two with the same keys the nearer one. */
function effectiveBindings(): LayerBindings {
  const known = new Set<string>()
  return activeBindings().map(({ layer, bindings }) => {
    const mine = bindings.filter(({ keys }) => !known.has(keys))
    for (const { keys } of mine) known.add(keys)
    return { layer, bindings: mine }
  })
}

const showHelp = () => Object.assign(helpState, { open: true, layers: ref(effectiveBindings()) })

/** Shows every key that works here: behind the palette, where the focus goes back to. */
export function openHelp(): void {
  if (!paletteState.open) return void showHelp()
  closePalette()
  requestAnimationFrame(() => requestAnimationFrame(showHelp))
}
/** Puts the keys away. */
export const closeHelp = (): void => {
  helpState.open = false
}
