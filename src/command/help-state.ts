import { proxy, ref } from 'valtio'
import { standingBindings } from './keyboard.ts'
import { close, palette } from './palette.ts'

type Standing = ReturnType<typeof standingBindings>

/** Whether the keys are shown, and which were heard when somebody asked. */
export const help = proxy<{ open: boolean; standing: Standing }>({ open: false, standing: ref([]) })

/** What is heard now: of two with the same keys the nearer one. */
function heard(): Standing {
  const known = new Set<string>()
  return standingBindings().map(({ layer, bindings }) => {
    const mine = bindings.filter(({ keys }) => !known.has(keys))
    for (const { keys } of mine) known.add(keys)
    return { layer, bindings: mine }
  })
}

const open = () => Object.assign(help, { open: true, standing: ref(heard()) })

/** Shows every key that works here: behind the palette, where the focus goes back to. */
export function openHelp(): void {
  if (!palette.open) return void open()
  close()
  requestAnimationFrame(() => requestAnimationFrame(open))
}
/** Puts the keys away. */
export const closeHelp = (): void => {
  help.open = false
}
