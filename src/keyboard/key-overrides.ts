import { proxy, ref } from 'valtio'
import type { KeyBinding } from './layers.ts'
import type { Shortcut } from './shortcut.ts'

/** Key overrides: shortcuts that somebody has changed, by what they do. An empty list: it has no shortcut any more. */
export type KeyOverrides = Readonly<Record<string, readonly Shortcut[]>>

/** Key preferences: how somebody has changed their keys, and whether characters act when they are pressed alone. */
export const keyPreferences = proxy<{ keys: KeyOverrides; bare: boolean }>({ keys: {}, bare: true })

/** Sets the key preferences of whoever is signed in. */
export function setKeyPreferences(keys: KeyOverrides, bare: boolean): void {
  Object.assign(keyPreferences, { keys: ref(keys), bare })
}

/** Applies overrides to bindings: what was changed has its new shortcuts, and the default ones no longer. */
export function applyOverrides(bindings: readonly KeyBinding[], overrides: KeyOverrides): readonly KeyBinding[] {
  const done = new Set<string>()
  return bindings.flatMap((binding) => {
    const keys = Object.hasOwn(overrides, binding.id) ? overrides[binding.id] : undefined
    if (!keys) return [binding]
    if (done.has(binding.id)) return []
    done.add(binding.id)
    return keys.map((one) => ({ ...binding, keys: one }))
  })
}
