import { useSnapshot } from 'valtio'
import { commands, grids } from '#src/catalogue.ts'
import { globalKeys } from '#src/keyboard/default-shortcuts.ts'
import { keyPreferences, setKeyPreferences } from '#src/keyboard/key-overrides.ts'
import { parseShortcut, type Shortcut } from '#src/keyboard/shortcut.ts'
import { type DeclaredShortcut, gridShortcuts } from '#src/keyboard/shortcut-conflicts.ts'
import { onSignOut } from '#src/session/base/session.ts'

/** Shortcuts as they are declared: of the console, of commands, of pages, of lists. */
export const declaredShortcuts: readonly DeclaredShortcut[] = [
  ...Object.entries(globalKeys).flatMap(([id, all]) =>
    all.map((keys): DeclaredShortcut => ({ id, keys, layer: 'global' })),
  ),
  ...commands.flatMap(({ id, keys, rows }): DeclaredShortcut[] =>
    keys ? [{ id, keys, layer: rows ? 'grid' : 'global', ...(rows && { scope: rows.noun }) }] : [],
  ),
  ...grids.flatMap(({ page, keys }): DeclaredShortcut[] => {
    const parsed = keys ? parseShortcut(keys) : null
    return parsed ? [{ id: `menu.${page}`, keys: parsed, layer: 'global' }] : []
  }),
  ...gridShortcuts,
]

onSignOut(() => setKeyPreferences({}, true))

/** The keys of something, as they are declared. */
export const declaredShortcutsOf = (id: string): readonly Shortcut[] =>
  declaredShortcuts.flatMap((one) => (one.id === id ? [one.keys] : []))

/** The keys of something, as this person has them. */
export const shortcutsOf = (id: string): readonly Shortcut[] => keyPreferences.keys[id] ?? declaredShortcutsOf(id)

/** The first keys of something as this person has them; null where it has none. Renders again when they change them. */
export function useShortcut(id: string): Shortcut | null {
  useSnapshot(keyPreferences)
  return shortcutsOf(id)[0] ?? null
}

/** The first keys of something as this person has them, to stand beside it; nothing where it has none. */
export function shortcutHint(id: string): { readonly keys?: Shortcut } {
  const [keys] = shortcutsOf(id)
  return keys ? { keys } : {}
}
