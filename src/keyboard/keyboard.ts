import hotkeys from 'hotkeys-js'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import { applyOverrides, type KeyOverrides, keyPreferences } from './key-overrides.ts'
import { KeyResolver, type PendingSequence } from './key-resolver.ts'
import { createLayer, type KeyBinding, type KeyLayer, type LayerName, layerNames, shallowEqual } from './layers.ts'
import type { Shortcut } from './shortcut.ts'

/** Whether this is a Mac: `mod` means ⌘ there, and Ctrl elsewhere. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

interface RegisteredBindings {
  readonly bindings: readonly KeyBinding[]
  readonly secondary: boolean
  readonly active: () => boolean
}
/** Bindings of whoever is on the screen, by layer; the latest in front. */
const registered = new Map<LayerName, Set<RegisteredBindings>>()

/** The key sequence that was begun, once somebody hesitates. */
const keyboard = proxy<{ pending: PendingSequence | null }>({ pending: null })

/** Whether an element takes what is typed. */
export const isTextField = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable ||
    element.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])'))

/** Whether nothing has the focus: what reads on from the top of the page has it then. */
export const isPageFocus = (active: Element | null): boolean =>
  active === null || active === document.body || active.id === 'main'

type BindingLists = readonly (readonly KeyBinding[])[]

/** The bindings of a layer that are active, the latest first; null where there are none but secondary ones. */
function activeIn(name: LayerName): BindingLists | null {
  const lists: (readonly KeyBinding[])[] = []
  let isHeard = false
  for (const { active, secondary, bindings } of registered.get(name) ?? []) {
    if (!active()) continue
    isHeard ||= !secondary
    lists.unshift(bindings)
  }
  return isHeard ? lists : null
}

const bindingsOf = (lists: BindingLists): readonly KeyBinding[] => applyOverrides(lists.flat(), keyPreferences.keys)

/** Every active binding, by layer: what help shows. Dialogs and fields have their own in sight. */
export const activeBindings = (): { layer: LayerName; bindings: readonly KeyBinding[] }[] =>
  (['record', 'grid', 'page', 'global'] as const)
    .map((name) => ({ layer: name, bindings: bindingsOf(activeIn(name) ?? []) }))
    .filter(({ bindings }) => bindings.length > 0)

/** What a shortcut does now, by the id of the nearest binding; null where it does nothing. */
export const boundTo = (shortcut: Shortcut): string | null =>
  activeBindings()
    .flatMap(({ bindings }) => bindings)
    .find(({ keys }) => keys === shortcut)?.id ?? null

/** Cache: layers as they were made last, and of what. A key that is held asks for them thirty times a second. */
const layerCache = new Map<
  LayerName,
  { readonly lists: BindingLists; readonly keys: KeyOverrides; readonly layer: KeyLayer }
>()

function layerOf(name: LayerName, lists: BindingLists): KeyLayer {
  const { keys } = keyPreferences
  const last = layerCache.get(name)
  if (last && last.keys === keys && shallowEqual(last.lists, lists)) return last.layer
  const now = createLayer(name, bindingsOf(lists))
  layerCache.set(name, { lists, keys, layer: now })
  return now
}

/** What is active now, nearest first: a text field is a layer while it has the focus. */
function layers(): KeyLayer[] {
  const active: KeyLayer[] = []
  for (const name of layerNames) {
    const lists = activeIn(name)
    const isActive = name === 'text' ? isTextField(document.activeElement) : lists !== null
    if (isActive) active.push(layerOf(name, lists ?? []))
  }
  return active
}

let pagesLoading = 0

/** Whether the page in front has still to be fetched. */
export const isPageLoading = (): boolean => pagesLoading > 0

const resolver = new KeyResolver({
  layers,
  isPageLoading,
  isPageFocused: () => isPageFocus(document.activeElement),
  bare: () => keyPreferences.bare,
  mac: isMac,
  now: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
  onPending: (pending) => {
    keyboard.pending = pending && ref(pending)
  },
})

/**
 * Event listener: hands every keydown to `press`, before AG Grid and everybody else; what it handles goes no further.
 * At the document, where a menu or dialog that opens later listens for Escape as well: it is still there when a key is
 * asked what it does. Answers how to stop. hotkeys-js is asked for every key (`*`): it knows no keys in turn, no input
 * methods and no other layouts.
 */
function listenForKeydown(press: (event: KeyboardEvent) => boolean): () => void {
  // autofill: a browser that fills in a form sends a keydown without a key
  const pressed = (event: KeyboardEvent) => (event instanceof KeyboardEvent && press(event) ? false : undefined)
  hotkeys.filter = () => true
  hotkeys('*', { element: document, capture: true }, pressed)
  return () => hotkeys.unbind('*', pressed)
}

/** Starts listening: once, for the whole console. Answers how to stop. */
export function startKeyboard(): () => void {
  const stop = listenForKeydown((event) => resolver.press(event))
  const forget = () => resolver.reset()
  window.addEventListener('blur', forget)
  document.addEventListener('pointerdown', forget)
  return () => {
    stop()
    window.removeEventListener('blur', forget)
    document.removeEventListener('pointerdown', forget)
  }
}

/** Type-ahead: runs what was pressed before the rows had loaded, now that they have. */
export const flushTypeAhead = (): void => resolver.flushTypeAhead()

/** Type-ahead: keys are buffered for a page that is loading, while this stands in its place. */
export function useTypeAhead(): void {
  useLayoutEffect(() => {
    pagesLoading += 1
    return () => {
      pagesLoading -= 1
    }
  }, [])
  // once the page that has loaded hears its keys
  useEffect(() => () => queueMicrotask(flushTypeAhead), [])
}

interface UseKeysOptions {
  /** A function is asked with every key: the focus may have moved since anything was drawn. It stays the same one. */
  readonly active?: boolean | (() => boolean)
  /** Heard only while others stand in the layer: keys that act on rows, where the rows have the focus. */
  readonly secondary?: boolean
}

const always = (): boolean => true

/**
 * Key bindings of a component: heard in a layer while it is mounted and `active`. What was typed ahead for a grid is
 * forgotten with it.
 */
export function useKeys(
  name: LayerName,
  bindings: readonly KeyBinding[],
  hearing: boolean | UseKeysOptions = true,
): void {
  const { active = true, secondary = false } = typeof hearing === 'boolean' ? { active: hearing } : hearing
  const latest = useRef(bindings)
  latest.current = bindings
  // layout effect: what can be seen is heard, also by somebody who is faster than the passive effects
  useLayoutEffect(() => {
    if (!active) return
    const one = {
      secondary,
      active: active === true ? always : active,
      get bindings() {
        return latest.current
      },
    }
    const all = registered.get(name) ?? new Set()
    registered.set(name, all.add(one))
    return () => {
      all.delete(one)
      if (name === 'grid' && !secondary) resolver.clearTypeAhead()
    }
  }, [name, active, secondary])
}

/** Pending key sequence: what may follow the key that was pressed, for the panel that says so. */
export function usePendingSequence(): PendingSequence | null {
  return useSnapshot(keyboard).pending as PendingSequence | null // ref keeps it as it is
}
