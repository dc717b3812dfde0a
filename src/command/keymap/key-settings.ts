import { keys as keySettings } from '#contract/keys.ts'
import { call } from '#src/call/call.ts'
import { showError } from '#src/call/show-error.ts'
import { commands, grids } from '#src/catalogue.ts'
import { allowedCommands, destinations } from '#src/command/registry.ts'
import { declaredShortcuts, declaredShortcutsOf, shortcutsOf } from '#src/command/shortcuts.ts'
import type { KeyOverrides } from '#src/keyboard/key-overrides.ts'
import { keyPreferences, setKeyPreferences } from '#src/keyboard/key-overrides.ts'
import { parseShortcut, type Shortcut } from '#src/keyboard/shortcut.ts'
import { type DeclaredShortcut, type ShortcutConflict, shortcutConflicts } from '#src/keyboard/shortcut-conflicts.ts'
import { currentSession } from '#src/session/base/session.ts'

/** What can be given other keys: everything that has some, and every command. Digits choose views, and stay with them. */
const rebindableIds: readonly string[] = [
  ...new Set([...declaredShortcuts, ...commands].map(({ id }) => id as string)),
].filter((id) => id !== 'grid.view')

/** What whoever is signed in may give other keys: what they may not do has none. */
export function allowedRebindableIds(): readonly string[] {
  const others = new Set([...commands.map(({ id }) => id as string), ...grids.map(({ page }) => `menu.${page}`)])
  const mine = new Set([...allowedCommands(), ...destinations()].map(({ id }) => id as string))
  return rebindableIds.filter((id) => !others.has(id) || mine.has(id))
}

/** Only what can be rebound, with keys that are keys. */
function sanitize(given: Readonly<Record<string, readonly string[]>>): KeyOverrides {
  const known = Object.entries(given).filter(([id]) => rebindableIds.includes(id))
  return Object.fromEntries(known.map(([id, all]) => [id, all.flatMap((text) => parseShortcut(text) ?? [])]))
}

/** Where the keys of a command are heard. */
const commandPlace = ({ id, rows }: (typeof commands)[number]): Omit<DeclaredShortcut, 'keys'> =>
  rows ? { id, layer: 'grid', scope: rows.noun } : { id, layer: 'global' }

/** Shortcuts as they would be with `keys` changed. */
function shortcutsWith(keys: KeyOverrides): DeclaredShortcut[] {
  const places = new Map<string, Omit<DeclaredShortcut, 'keys'>>([
    ...commands.map((command) => [command.id as string, commandPlace(command)] as const),
    ...declaredShortcuts.map((one) => [one.id, one] as const),
  ])
  return [...places.values()].flatMap((place) => {
    const all = Object.hasOwn(keys, place.id) ? keys[place.id]! : declaredShortcutsOf(place.id)
    return all.map((one): DeclaredShortcut => ({ ...place, keys: one }))
  })
}

/** What would clash if the keys were changed so. */
const conflictsWith = (keys: KeyOverrides): ShortcutConflict[] => shortcutConflicts(shortcutsWith(keys), [])

/** Fetches the keys that this person has set. Without an answer they are as declared. */
export async function loadKeySettings(): Promise<void> {
  const of = currentSession.user?.userId
  const kept = await call(keySettings.get, {}).catch(() => null)
  if (!kept || currentSession.user?.userId !== of) return
  const keys = sanitize(kept.keys)
  // what clashes by now, since the console has changed, is as declared
  const clash = conflictsWith(keys).some(({ ids }) => ids.some((id) => Object.hasOwn(keys, id)))
  setKeyPreferences(clash ? {} : keys, kept.bare)
}

/** Takes over other keys and keeps them. Answers whether the server has them. */
async function saveKeySettings(keys: KeyOverrides, bare: boolean): Promise<boolean> {
  const before = { keys: keyPreferences.keys, bare: keyPreferences.bare }
  setKeyPreferences(keys, bare)
  try {
    await call(keySettings.set, {
      keys: Object.fromEntries(Object.entries(keys).map(([id, all]) => [id, [...all]])),
      bare,
    })
    return true
  } catch (error) {
    showError(error)
    setKeyPreferences(before.keys, before.bare)
    return false
  }
}

/** Gives something other keys. Answers what clashes; then nothing has changed. */
export async function rebindKeys(id: string, keys: readonly Shortcut[]): Promise<readonly ShortcutConflict[]> {
  const next = { ...keyPreferences.keys, [id]: keys }
  const found = conflictsWith(next).filter(({ ids }) => ids.includes(id))
  if (found.length === 0) await saveKeySettings(next, keyPreferences.bare)
  return found
}

/** Everything as it was declared; of one thing only, where it is named. */
export async function resetKeys(id?: string): Promise<readonly ShortcutConflict[]> {
  if (id === undefined) {
    await saveKeySettings({}, keyPreferences.bare)
    return []
  }
  const { [id]: _, ...others } = keyPreferences.keys
  const found = conflictsWith(others).filter(({ ids }) => ids.includes(id))
  if (found.length === 0) await saveKeySettings(others, keyPreferences.bare)
  return found
}

/** Whether characters act when they are pressed alone. */
export const setCharacterKeys = (bare: boolean): Promise<boolean> => saveKeySettings(keyPreferences.keys, bare)

/** The keys that were changed, as a file. */
export const exportKeySettings = (): string =>
  JSON.stringify({ v: 1, keys: keyPreferences.keys, bare: keyPreferences.bare }, null, 2)

/** What a file of keys says; null where it is none. What it names that is not here any more is left out. */
export function parseKeyFile(
  text: string,
): { keys: KeyOverrides; bare: boolean; clashes: readonly ShortcutConflict[] } | null {
  try {
    const { v, keys, bare } = JSON.parse(text) as Record<string, unknown> // looked at below
    if (v !== 1 || typeof keys !== 'object' || keys === null || typeof bare !== 'boolean') return null
    const lists = Object.entries(keys).filter((one): one is [string, string[]] => Array.isArray(one[1]))
    const clean = sanitize(Object.fromEntries(lists.map(([id, all]) => [id, all.filter((k) => typeof k === 'string')])))
    return { keys: clean, bare, clashes: conflictsWith(clean) }
  } catch {
    return null
  }
}

/** Takes over what a file of keys says. */
export const applyKeyFile = ({ keys, bare }: { keys: KeyOverrides; bare: boolean }): Promise<boolean> =>
  saveKeySettings(keys, bare)

/** Whether something has other keys than declared. */
export const isOverridden = (id: string): boolean => shortcutsOf(id).join() !== declaredShortcutsOf(id).join()
