import type { Keys } from './keys.ts'
import type { Binding } from './layers.ts'

/** Keys that somebody has changed, by what they do. None: it has no key any more. */
export type Custom = Readonly<Record<string, readonly Keys[]>>

/** Bindings with the keys that somebody has changed: each of those has the new keys, and the old ones no longer. */
export function rebound(bindings: readonly Binding[], custom: Custom): readonly Binding[] {
  const done = new Set<string>()
  return bindings.flatMap((binding) => {
    const keys = Object.hasOwn(custom, binding.id) ? custom[binding.id] : undefined
    if (!keys) return [binding]
    if (done.has(binding.id)) return []
    done.add(binding.id)
    return keys.map((one) => ({ ...binding, keys: one }))
  })
}
