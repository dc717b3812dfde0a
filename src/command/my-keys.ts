import { keySettings } from '#contract/keys.ts'
import { announce } from '#src/call/announce.ts'
import { call } from '#src/call/call.ts'
import { commands, grids } from '#src/catalogue.ts'
import { session } from '#src/session/session.ts'
import { custom, declared, declaredKeys, keysOf, setCustom } from './bound.ts'
import { type Bound, type Clash, clashes } from './keys/clashes.ts'
import { type Keys, parse } from './keys/keys.ts'
import type { Custom } from './keys/rebound.ts'
import { allowed, destinations } from './registry.ts'

/** What can be given other keys: everything that has some, and every command. Digits choose views, and stay with them. */
const rebindable: readonly string[] = [...new Set([...declared, ...commands].map(({ id }) => id as string))].filter(
  (id) => id !== 'grid.view',
)

/** What whoever is signed in may give other keys: what they may not do has none. */
export function changeable(): readonly string[] {
  const others = new Set([...commands.map(({ id }) => id as string), ...grids.map(({ page }) => `menu.${page}`)])
  const mine = new Set([...allowed(), ...destinations()].map(({ id }) => id as string))
  return rebindable.filter((id) => !others.has(id) || mine.has(id))
}

/** Only what can be rebound, with keys that are keys. */
function cleaned(given: Readonly<Record<string, readonly string[]>>): Custom {
  const known = Object.entries(given).filter(([id]) => rebindable.includes(id))
  return Object.fromEntries(known.map(([id, all]) => [id, all.flatMap((text) => parse(text) ?? [])]))
}

/** Where the keys of a command are heard. */
const placeOf = ({ id, rows }: (typeof commands)[number]): Omit<Bound, 'keys'> =>
  rows ? { id, layer: 'grid', of: rows.noun } : { id, layer: 'global' }

/** Shortcuts as they would be with `keys` changed. */
function boundWith(keys: Custom): Bound[] {
  const places = new Map<string, Omit<Bound, 'keys'>>([
    ...commands.map((command) => [command.id as string, placeOf(command)] as const),
    ...declared.map((one) => [one.id, one] as const),
  ])
  return [...places.values()].flatMap((place) => {
    const all = Object.hasOwn(keys, place.id) ? keys[place.id]! : declaredKeys(place.id)
    return all.map((one): Bound => ({ ...place, keys: one }))
  })
}

/** What would clash if the keys were changed so. */
const clashesWith = (keys: Custom): Clash[] => clashes(boundWith(keys), [])

/** Fetches the keys that this person has set. Without an answer they are as declared. */
export async function loadKeys(): Promise<void> {
  const of = session.user?.userId
  const kept = await call(keySettings.get, {}).catch(() => null)
  if (!kept || session.user?.userId !== of) return
  const keys = cleaned(kept.keys)
  // what clashes by now, since the console has changed, is as declared
  const clash = clashesWith(keys).some(({ ids }) => ids.some((id) => Object.hasOwn(keys, id)))
  setCustom(clash ? {} : keys, kept.bare)
}

/** Takes over other keys and keeps them. Answers whether the server has them. */
async function keep(keys: Custom, bare: boolean): Promise<boolean> {
  const before = { keys: custom.keys, bare: custom.bare }
  setCustom(keys, bare)
  try {
    await call(keySettings.set, {
      keys: Object.fromEntries(Object.entries(keys).map(([id, all]) => [id, [...all]])),
      bare,
    })
    return true
  } catch (error) {
    announce(error)
    setCustom(before.keys, before.bare)
    return false
  }
}

/** Gives something other keys. Answers what clashes; then nothing has changed. */
export async function rebind(id: string, keys: readonly Keys[]): Promise<readonly Clash[]> {
  const next = { ...custom.keys, [id]: keys }
  const found = clashesWith(next).filter(({ ids }) => ids.includes(id))
  if (found.length === 0) await keep(next, custom.bare)
  return found
}

/** Everything as it was declared; of one thing only, where it is named. */
export async function resetKeys(id?: string): Promise<readonly Clash[]> {
  if (id === undefined) {
    await keep({}, custom.bare)
    return []
  }
  const { [id]: _, ...others } = custom.keys
  const found = clashesWith(others).filter(({ ids }) => ids.includes(id))
  if (found.length === 0) await keep(others, custom.bare)
  return found
}

/** Whether characters act when they are pressed alone. */
export const setBare = (bare: boolean): Promise<boolean> => keep(custom.keys, bare)

/** The keys that were changed, as a file. */
export const exported = (): string => JSON.stringify({ v: 1, keys: custom.keys, bare: custom.bare }, null, 2)

/** What a file of keys says; null where it is none. What it names that is not here any more is left out. */
export function imported(text: string): { keys: Custom; bare: boolean; clashes: readonly Clash[] } | null {
  try {
    const { v, keys, bare } = JSON.parse(text) as Record<string, unknown> // looked at below
    if (v !== 1 || typeof keys !== 'object' || keys === null || typeof bare !== 'boolean') return null
    const lists = Object.entries(keys).filter((one): one is [string, string[]] => Array.isArray(one[1]))
    const clean = cleaned(Object.fromEntries(lists.map(([id, all]) => [id, all.filter((k) => typeof k === 'string')])))
    return { keys: clean, bare, clashes: clashesWith(clean) }
  } catch {
    return null
  }
}

/** Takes over what a file of keys says. */
export const take = ({ keys, bare }: { keys: Custom; bare: boolean }): Promise<boolean> => keep(keys, bare)

/** Whether something has other keys than declared. */
export const isChanged = (id: string): boolean => keysOf(id).join() !== declaredKeys(id).join()
