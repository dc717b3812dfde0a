import { proxy, ref, useSnapshot } from 'valtio'
import { commands, grids } from '#src/catalogue.ts'
import { onSignOut } from '#src/session/session.ts'
import type { Bound } from './keys/clashes.ts'
import { gridTable } from './keys/clashes.ts'
import { globalKeys } from './keys/global-keys.ts'
import { type Keys, parse } from './keys/keys.ts'
import type { Custom } from './keys/rebound.ts'

/** Shortcuts as they are declared: of the console, of commands, of pages, of lists. */
export const declared: readonly Bound[] = [
  ...Object.entries(globalKeys).flatMap(([id, all]) => all.map((keys): Bound => ({ id, keys, layer: 'global' }))),
  ...commands.flatMap(({ id, keys, rows }): Bound[] =>
    keys ? [{ id, keys, layer: rows ? 'grid' : 'global', ...(rows && { of: rows.noun }) }] : [],
  ),
  ...grids.flatMap(({ page, keys }): Bound[] => {
    const parsed = keys ? parse(keys) : null
    return parsed ? [{ id: `menu.${page}`, keys: parsed, layer: 'global' }] : []
  }),
  ...gridTable,
]

/** How somebody has changed their keys, and whether characters act when they are pressed alone. */
export const custom = proxy<{ keys: Custom; bare: boolean }>({ keys: {}, bare: true })
onSignOut(() => setCustom({}, true))

/** Takes over the keys that somebody has. */
export function setCustom(keys: Custom, bare: boolean): void {
  Object.assign(custom, { keys: ref(keys), bare })
}

/** The keys of something, as they are declared. */
export const declaredKeys = (id: string): readonly Keys[] =>
  declared.flatMap((one) => (one.id === id ? [one.keys] : []))

/** The keys of something, as this person has them. */
export const keysOf = (id: string): readonly Keys[] => custom.keys[id] ?? declaredKeys(id)

/** The first keys of something as this person has them; null where it has none. Renders again when they change them. */
export function useBound(id: string): Keys | null {
  useSnapshot(custom)
  return keysOf(id)[0] ?? null
}

/** The first keys of something as this person has them, to stand beside it; nothing where it has none. */
export function hintOf(id: string): { readonly keys?: Keys } {
  const [keys] = keysOf(id)
  return keys ? { keys } : {}
}
