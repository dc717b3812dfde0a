import { gridKeys } from './default-shortcuts.ts'
import { firstKeystroke, isAllowedInLayer, type LayerName, layerNames, passesThrough, universalKeys } from './layers.ts'
import type { Shortcut } from './shortcut.ts'

/** Declared shortcut: of what, in which layer. */
export interface DeclaredShortcut {
  readonly id: string
  readonly keys: Shortcut
  readonly layer: LayerName
  /** The noun whose rows, or the page, that it is for; left out, it is for all. */
  readonly scope?: string
}
/** Shortcut conflict: two shortcuts that cannot both be heard. */
export interface ShortcutConflict {
  /**
   * `taken`: both have the same keys. `begins`: the first has the key that the second's begin with.
   * `misplaced`: its layer may not have such keys.
   */
  readonly kind: 'taken' | 'begins' | 'misplaced'
  readonly keys: Shortcut
  readonly ids: readonly string[]
}

/** Default shortcuts of the grid, for every kind of row. */
export const gridShortcuts: readonly DeclaredShortcut[] = Object.entries(gridKeys).flatMap(([id, all]) =>
  all.map((keys): DeclaredShortcut => ({ id, keys, layer: 'grid' })),
)

/** Whether both can be heard at once, with the keys of the farther one. */
function heardTogether(a: DeclaredShortcut, b: DeclaredShortcut): boolean {
  if (a.layer === b.layer) return !a.scope || !b.scope || a.scope === b.scope
  const [near, far] = layerNames.indexOf(a.layer) < layerNames.indexOf(b.layer) ? [a, b] : [b, a]
  return passesThrough(far.keys, far.layer, near.layer)
}

/** The grid itself may have a key that begins another: the second replaces what the first did. */
const isGridDefault = ({ layer, scope }: DeclaredShortcut): boolean => layer === 'grid' && !scope

/** Shortcuts of every page, which the grid overrides where it is in front. */
const overridesUniversal = (near: DeclaredShortcut, far: DeclaredShortcut): boolean =>
  isGridDefault(near) && far.layer !== 'grid' && universalKeys.includes(near.keys)

function conflictsBetween(a: DeclaredShortcut, b: DeclaredShortcut): ShortcutConflict[] {
  if (a.id === b.id || !heardTogether(a, b)) return []
  if (overridesUniversal(a, b) || overridesUniversal(b, a)) return []
  if (a.keys === b.keys) return [{ kind: 'taken', keys: a.keys, ids: [a.id, b.id] }]
  if (isGridDefault(a) && isGridDefault(b)) return []
  const [short, long] = a.keys.length < b.keys.length ? [a, b] : [b, a]
  const begins = short.keys === firstKeystroke(long.keys)
  return begins ? [{ kind: 'begins', keys: long.keys, ids: [short.id, long.id] }] : []
}

/** Every conflict among `bindings`, and with those of the grid; `grid`: its shortcuts, where somebody changed them. */
export function shortcutConflicts(
  bindings: readonly DeclaredShortcut[],
  grid: readonly DeclaredShortcut[] = gridShortcuts,
): ShortcutConflict[] {
  const all = [...grid, ...bindings]
  const misplaced = all.filter(({ keys, layer }) => !isAllowedInLayer(keys, layer))
  return [
    ...misplaced.map(({ id, keys }): ShortcutConflict => ({ kind: 'misplaced', keys, ids: [id] })),
    ...all.flatMap((one, i) => all.slice(i + 1).flatMap((other) => conflictsBetween(one, other))),
  ]
}
