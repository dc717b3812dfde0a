import { useEffect, useLayoutEffect, useRef } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import { custom } from './bound.ts'
import { type Binding, type Layer, type LayerName, layer, layerNames, sameItems } from './keys/layers.ts'
import { listen } from './keys/listen.ts'
import { type Custom, rebound } from './keys/rebound.ts'
import { Resolver, type Waiting } from './keys/resolver.ts'

/** Whether ⌘ is what `mod` means here. */
export const mac = /Mac|iPhone|iPad/.test(navigator.platform)

interface Standing {
  readonly bindings: readonly Binding[]
  readonly follows: boolean
  readonly active: () => boolean
}
/** Bindings of whoever is on the screen, by layer; the latest in front. */
const standing = new Map<LayerName, Set<Standing>>()

/** A key that waits for a second one, when somebody hesitates. */
const keyboard = proxy<{ waiting: Waiting | null }>({ waiting: null })

const isText = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable ||
    element.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])'))

type Lists = readonly (readonly Binding[])[]

/** The bindings of whoever is heard in a layer, the latest first; null where nobody is but who only follows. */
function heardIn(name: LayerName): Lists | null {
  const heard: (readonly Binding[])[] = []
  let leads = false
  for (const { active, follows, bindings } of standing.get(name) ?? []) {
    if (!active()) continue
    leads ||= !follows
    heard.unshift(bindings)
  }
  return leads ? heard : null
}

const bindingsOf = (lists: Lists): readonly Binding[] => rebound(lists.flat(), custom.keys)

/** Every binding that stands now, by layer: what help shows. Dialogs and fields have their own in sight. */
export const standingBindings = (): { layer: LayerName; bindings: readonly Binding[] }[] =>
  (['grid', 'page', 'global'] as const)
    .map((name) => ({ layer: name, bindings: bindingsOf(heardIn(name) ?? []) }))
    .filter(({ bindings }) => bindings.length > 0)

/** Layers as they were made last, and of what: a key that is held asks for them thirty times a second. */
const made = new Map<LayerName, { readonly lists: Lists; readonly keys: Custom; readonly layer: Layer }>()

function layerOf(name: LayerName, lists: Lists): Layer {
  const { keys } = custom
  const last = made.get(name)
  if (last && last.keys === keys && sameItems(last.lists, lists)) return last.layer
  const now = layer(name, bindingsOf(lists))
  made.set(name, { lists, keys, layer: now })
  return now
}

/** What is active now, nearest first: a text field is a layer while it has the focus. */
function layers(): Layer[] {
  const active: Layer[] = []
  for (const name of layerNames) {
    const lists = heardIn(name)
    const stands = name === 'text' ? isText(document.activeElement) : lists !== null
    if (stands) active.push(layerOf(name, lists ?? []))
  }
  return active
}

/** Pages that are on their way. */
let coming = 0

const resolver = new Resolver({
  layers,
  coming: () => coming > 0,
  bare: () => custom.bare,
  mac,
  now: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
  pending: (waiting) => {
    keyboard.waiting = waiting && ref(waiting)
  },
})

/** Starts listening: once, for the whole console. Answers how to stop. */
export function startKeyboard(): () => void {
  const stop = listen((event) => resolver.press(event))
  const forget = () => resolver.reset()
  window.addEventListener('blur', forget)
  document.addEventListener('pointerdown', forget)
  return () => {
    stop()
    window.removeEventListener('blur', forget)
    document.removeEventListener('pointerdown', forget)
  }
}

/** Does what was pressed before the rows were there, now that they are. */
export const goOn = (): void => resolver.goOn()

/** Has keys kept for a page while this stands in its place. */
export function useComing(): void {
  useLayoutEffect(() => {
    coming += 1
    return () => {
      coming -= 1
    }
  }, [])
  // once the page that has come hears its keys
  useEffect(() => () => queueMicrotask(goOn), [])
}

interface Hearing {
  /** A function is asked with every key: the focus may have moved since anything was drawn. It stays the same one. */
  readonly active?: boolean | (() => boolean)
  /** Heard only while others stand in the layer: keys that act on rows, where the rows have the focus. */
  readonly follows?: boolean
}

const always = (): boolean => true

/** Has `bindings` heard in a layer, while the component stands and is `active`. What waited for it is forgotten with it. */
export function useKeys(name: LayerName, bindings: readonly Binding[], hearing: boolean | Hearing = true): void {
  const { active = true, follows = false } = typeof hearing === 'boolean' ? { active: hearing } : hearing
  const latest = useRef(bindings)
  latest.current = bindings
  useEffect(() => {
    if (!active) return
    const one = {
      follows,
      active: active === true ? always : active,
      get bindings() {
        return latest.current
      },
    }
    const all = standing.get(name) ?? new Set()
    standing.set(name, all.add(one))
    return () => {
      all.delete(one)
      if (name === 'grid' && !follows) resolver.forget()
    }
  }, [name, active, follows])
}

/** What may follow the key that was pressed, for the panel that says so. */
export const useWaiting = (): Waiting | null => useSnapshot(keyboard).waiting as Waiting | null // ref keeps it as it is
