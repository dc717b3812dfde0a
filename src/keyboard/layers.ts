import { isCharacterKey, type Keystroke, type Shortcut } from './shortcut.ts'

/**
 * Key layers (keymap contexts), nearest first: a key that several of them bind belongs to the nearest. Of a record's page
 * the parts of it are `record`, what is done to it is `grid`, as in its list; a picture is heard while it has the focus.
 */
export const layerNames = ['dialog', 'palette', 'text', 'picture', 'record', 'grid', 'page', 'global'] as const
export type LayerName = (typeof layerNames)[number]

/** Key binding: a shortcut and what it does. */
export interface KeyBinding {
  readonly id: string
  readonly keys: Shortcut
  /** `count`: the number typed before it (`5j`), or null. */
  readonly run: (count: number | null) => void
  /** Takes the effect back, where a longer sequence replaces it (`a`, then `a a`). */
  readonly revert?: () => void
  /** Runs again while the key is held down: movement. */
  readonly repeats?: boolean
  /** Whether what it acts on is still loading: then it runs once that has come. */
  readonly isLoading?: () => boolean
}

/** The keys of one layer, ready to be looked up. */
export interface KeyLayer {
  readonly name: LayerName
  readonly bindings: ReadonlyMap<string, KeyBinding>
}

/** Modal layers: they keep the keys of those behind them from being heard. */
const modalLayers: readonly LayerName[] = ['dialog', 'palette', 'text']
/** Character keys that every page knows, with or without a grid. */
export const universalKeys: readonly Shortcut[] = ['?', ':', '.']
/** Layers in which digits are something: a record's own keys and those of its pictures, counts in the grid, characters elsewhere. */
const takesDigits: readonly LayerName[] = ['picture', 'record', 'grid', ...modalLayers]
const editingShortcuts = ['mod+a', 'mod+c', 'mod+v', 'mod+x', 'mod+y', 'mod+z', 'mod+shift+v', 'mod+shift+z']

/** The first keystroke of a shortcut. */
export const firstKeystroke = (keys: Shortcut): Keystroke => keys.split(' ')[0] as Keystroke // joined by a space

/** Whether a layer may have this shortcut: character keys act on rows, except `?`, `:`, `.` and `g` with a letter. */
export function isAllowedInLayer(keys: Shortcut, layer: LayerName): boolean {
  if (!isCharacterKey(firstKeystroke(keys))) return true
  if (layer === 'picture' || layer === 'record') return true
  // digits are counts
  if (layer === 'grid') return !/^\d/.test(keys)
  return (layer === 'page' || layer === 'global') && (universalKeys.includes(keys) || /^g [a-z]$/i.test(keys))
}

/**
 * Event propagation: whether a shortcut of `layer` is heard although `nearer` is in front of it. Behind a text field all
 * that neither writes nor edits is heard; behind a dialog or the palette only what is global of that.
 */
export function passesThrough(keys: Shortcut, layer: LayerName, nearer: LayerName): boolean {
  if (!modalLayers.includes(nearer)) return true
  const harmless = /^mod\+(shift\+)?.$/.test(keys) && !editingShortcuts.includes(keys)
  return harmless && (nearer === 'text' || layer === 'global')
}

/** A layer of key bindings. What may not stand in it is left out; `shortcutConflicts` names it. */
export const createLayer = (name: LayerName, bindings: readonly KeyBinding[]): KeyLayer => ({
  name,
  bindings: new Map(
    bindings.filter(({ keys }) => isAllowedInLayer(keys, name)).map((binding) => [binding.keys, binding]),
  ),
})

/** Shallow equality: whether two lists hold the same things, one for one. */
export const shallowEqual = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((item, i) => item === others[i])

/** Effective keymap: all active layers as one, which is what is heard now. */
export interface EffectiveKeymap {
  /** What a whole shortcut does. */
  readonly find: (keys: string) => KeyBinding | undefined
  /** What may follow a first key. */
  readonly continuations: (step: Keystroke) => readonly KeyBinding[]
  /** Whether digits count: the keys of the grid are heard, and no record's in front of them. */
  readonly countsDigits: boolean
  /** Whether a modal layer is in front: a dialog, the palette, a text field. */
  readonly isModal: boolean
}

/** Merges `active` layers, nearest first. Without `bare` no character acts when it is pressed alone. */
export function mergeLayers(active: readonly KeyLayer[], bare: boolean): EffectiveKeymap {
  const heard = new Map<string, KeyBinding>()
  for (const [i, { name, bindings }] of active.entries()) {
    const nearer = active.slice(0, i)
    for (const [keys, binding] of bindings) {
      if (heard.has(keys) || (!bare && isCharacterKey(firstKeystroke(binding.keys)))) continue
      if (nearer.every((other) => passesThrough(binding.keys, name, other.name))) heard.set(keys, binding)
    }
  }
  return {
    find: (keys) => heard.get(keys),
    continuations: (step) => [...heard.values()].filter(({ keys }) => keys.startsWith(`${step} `)),
    countsDigits: bare && active.find(({ name }) => takesDigits.includes(name))?.name === 'grid',
    isModal: active.some(({ name }) => modalLayers.includes(name)),
  }
}
