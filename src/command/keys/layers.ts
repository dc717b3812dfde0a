import { isBare, type Keys, type Step } from './keys.ts'

/** Where a key is heard, nearest first: a key that several of them know belongs to the nearest. */
export const layerNames = ['dialog', 'palette', 'text', 'grid', 'page', 'global'] as const
export type LayerName = (typeof layerNames)[number]

/** A key and what it does. */
export interface Binding {
  readonly id: string
  readonly keys: Keys
  /** `count`: the number typed before it (`5j`), or null. */
  readonly run: (count: number | null) => void
  /** Takes the effect back, where a longer sequence replaces it (`a`, then `a a`). */
  readonly back?: () => void
  /** Runs again while the key is held down: movement. */
  readonly repeats?: boolean
  /** Whether what it acts on is still on its way: then it runs once that has come. */
  readonly waits?: () => boolean
}

/** The keys of one layer, ready to be looked up. */
export interface Layer {
  readonly name: LayerName
  readonly bindings: ReadonlyMap<string, Binding>
}

/** Layers that keep the keys of those behind them from being heard. */
const covering: readonly LayerName[] = ['dialog', 'palette', 'text']
/** Bare keys that every page knows, with or without a grid. */
export const everywhere: readonly Keys[] = ['?', ':', '.']
const editing = ['mod+a', 'mod+c', 'mod+v', 'mod+x', 'mod+y', 'mod+z', 'mod+shift+v', 'mod+shift+z']

/** The first key of a shortcut. */
export const firstOf = (keys: Keys): Step => keys.split(' ')[0] as Step // a shortcut is steps with a space between

/** Whether a layer may have this shortcut: bare keys act on rows, except `?`, `:`, `.` and `g` with a letter. */
export function mayStand(keys: Keys, layer: LayerName): boolean {
  if (!isBare(firstOf(keys))) return true
  // digits are counts
  if (layer === 'grid') return !/^\d/.test(keys)
  return (layer === 'page' || layer === 'global') && (everywhere.includes(keys) || /^g [a-z]$/i.test(keys))
}

/**
 * Whether a shortcut of `layer` is heard although `nearer` is in front of it. Behind a text field all that neither
 * writes nor edits is heard; behind a dialog or the palette only what is global of that.
 */
export function reaches(keys: Keys, layer: LayerName, nearer: LayerName): boolean {
  if (!covering.includes(nearer)) return true
  const harmless = /^mod\+(shift\+)?.$/.test(keys) && !editing.includes(keys)
  return harmless && (nearer === 'text' || layer === 'global')
}

/** The keys of a layer. What may not stand in it is left out; `clashes` names it. */
export const layer = (name: LayerName, bindings: readonly Binding[]): Layer => ({
  name,
  bindings: new Map(bindings.filter(({ keys }) => mayStand(keys, name)).map((binding) => [binding.keys, binding])),
})

/** Whether two lists hold the same things, one for one. */
export const sameItems = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((item, i) => item === others[i])

/** All active layers as one: what is heard now. */
export interface Tree {
  /** What a whole shortcut does. */
  readonly find: (keys: string) => Binding | undefined
  /** What may follow a first key. */
  readonly after: (step: Step) => readonly Binding[]
  /** Whether digits count: the keys of the grid are heard. */
  readonly counts: boolean
  /** Whether something is in front that has the keys to itself: a dialog, the palette, a text field. */
  readonly covered: boolean
}

/** Lays `active` (nearest first) over one another. Without `bare` no character acts when it is pressed alone. */
export function tree(active: readonly Layer[], bare: boolean): Tree {
  const heard = new Map<string, Binding>()
  for (const [i, { name, bindings }] of active.entries()) {
    const nearer = active.slice(0, i)
    for (const [keys, binding] of bindings) {
      if (heard.has(keys) || (!bare && isBare(firstOf(binding.keys)))) continue
      if (nearer.every((other) => reaches(binding.keys, name, other.name))) heard.set(keys, binding)
    }
  }
  return {
    find: (keys) => heard.get(keys),
    after: (step) => [...heard.values()].filter(({ keys }) => keys.startsWith(`${step} `)),
    counts: bare && active.find(({ name }) => name === 'grid' || covering.includes(name))?.name === 'grid',
    covered: active.some(({ name }) => covering.includes(name)),
  }
}
