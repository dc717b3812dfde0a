import type { KeyBinding } from '#src/keyboard/layers.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'

/** One thing that keys do, with all the keys that do it. */
export interface BindingGroup {
  readonly id: string
  readonly title: string
  readonly keys: readonly Shortcut[]
}

/** `v 1`, `v 2`, … `v 5`: keys that choose by a digit. */
const digits = /^(.* )?\d$/

/** Shortcuts as help shows them: what chooses by a digit stands once, from the first to the last. */
export function collapseDigits(keys: readonly Shortcut[]): readonly Shortcut[] {
  const counted = keys.filter((one) => digits.test(one))
  if (counted.length < 3) return keys
  const range = `${counted[0]}…${counted.at(-1)!.at(-1)}` as Shortcut // it stands like one key, and is none
  return [...keys.filter((one) => !digits.test(one)), range]
}

/** Bindings by what they do: `j` and `↓` are two keys for one thing. In the order they are declared. */
export function groupBindings(
  bindings: readonly Pick<KeyBinding, 'id' | 'keys'>[],
  say: (id: string) => string,
): BindingGroup[] {
  const ids = [...new Set(bindings.map(({ id }) => id))]
  return ids.map((id) => ({
    id,
    title: say(id),
    keys: [...new Set(bindings.filter((one) => one.id === id).map(({ keys }) => keys))],
  }))
}
