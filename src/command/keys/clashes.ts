import { gridKeys } from './grid-keys.ts'
import type { Keys } from './keys.ts'
import { everywhere, firstOf, type LayerName, layerNames, mayStand, reaches } from './layers.ts'

/** A shortcut as it is declared: of what, where. */
export interface Bound {
  readonly id: string
  readonly keys: Keys
  readonly layer: LayerName
  /** The noun whose rows, or the page, that it is for; left out, it is for all. */
  readonly of?: string
}
/** Two shortcuts that cannot both be heard. */
export interface Clash {
  /**
   * `taken`: both have the same keys. `begins`: the first has the key that the second's begin with.
   * `misplaced`: its layer may not have such keys.
   */
  readonly why: 'taken' | 'begins' | 'misplaced'
  readonly keys: Keys
  readonly ids: readonly string[]
}

/** The grid's own keys, for every kind of row. */
export const gridTable: readonly Bound[] = Object.entries(gridKeys).flatMap(([id, all]) =>
  all.map((keys): Bound => ({ id, keys, layer: 'grid' })),
)

/** Whether the two can be heard at once, with the keys of the farther one. */
function meet(a: Bound, b: Bound): boolean {
  if (a.layer === b.layer) return !a.of || !b.of || a.of === b.of
  const [near, far] = layerNames.indexOf(a.layer) < layerNames.indexOf(b.layer) ? [a, b] : [b, a]
  return reaches(far.keys, far.layer, near.layer)
}

/** The grid itself may have a key that begins another: the second replaces what the first did. */
const ofGrid = ({ layer, of }: Bound): boolean => layer === 'grid' && !of

/** What every page knows, the grid knows better where it is in front. */
const shared = (near: Bound, far: Bound): boolean =>
  ofGrid(near) && far.layer !== 'grid' && everywhere.includes(near.keys)

function between(a: Bound, b: Bound): Clash[] {
  if (a.id === b.id || !meet(a, b)) return []
  if (shared(a, b) || shared(b, a)) return []
  if (a.keys === b.keys) return [{ why: 'taken', keys: a.keys, ids: [a.id, b.id] }]
  if (ofGrid(a) && ofGrid(b)) return []
  const [short, long] = a.keys.length < b.keys.length ? [a, b] : [b, a]
  const begins = short.keys === firstOf(long.keys)
  return begins ? [{ why: 'begins', keys: long.keys, ids: [short.id, long.id] }] : []
}

/** Every clash among `bindings`, and between them and the grid's own keys; `table`: those, where somebody changed them. */
export function clashes(bindings: readonly Bound[], table: readonly Bound[] = gridTable): Clash[] {
  const all = [...table, ...bindings]
  const misplaced = all.filter(({ keys, layer }) => !mayStand(keys, layer))
  return [
    ...misplaced.map(({ id, keys }): Clash => ({ why: 'misplaced', keys, ids: [id] })),
    ...all.flatMap((one, i) => all.slice(i + 1).flatMap((other) => between(one, other))),
  ]
}
