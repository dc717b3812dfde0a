import { useEffect, useRef } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import { type Binding, type Layer, type LayerName, layer, layerNames } from './keys/layers.ts'
import { listen } from './keys/listen.ts'
import { Resolver, type Waiting } from './keys/resolver.ts'

/** Whether ⌘ is what `mod` means here. */
export const mac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Bindings of whoever is on the screen, by layer; the latest in front. */
const standing = new Map<LayerName, Set<{ readonly bindings: readonly Binding[] }>>()

interface Keyboard {
  /** A key that waits for a second one, when somebody hesitates. */
  waiting: Waiting | null
  /** Whether keys that write a character act. */
  bare: boolean
}
const keyboard = proxy<Keyboard>({ waiting: null, bare: true })

const isText = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable ||
    element.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])'))

const bindingsOf = (name: LayerName): readonly Binding[] =>
  [...(standing.get(name) ?? [])].reverse().flatMap(({ bindings }) => bindings)

/** Every binding that stands now, by layer: what help shows. Dialogs and fields have their own in sight. */
export const standingBindings = (): { layer: LayerName; bindings: readonly Binding[] }[] =>
  (['grid', 'page', 'global'] as const)
    .map((name) => ({ layer: name, bindings: bindingsOf(name) }))
    .filter(({ bindings }) => bindings.length > 0)

/** What is active now, nearest first: a text field is a layer while it has the focus. */
function layers(): Layer[] {
  const text = isText(document.activeElement)
  return layerNames
    .filter((name) => (name === 'text' ? text : (standing.get(name)?.size ?? 0) > 0))
    .map((name) => layer(name, bindingsOf(name)))
}

const resolver = new Resolver({
  layers,
  bare: () => keyboard.bare,
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

/** Has `bindings` heard in a layer, while the component stands and `active` is true. */
export function useKeys(name: LayerName, bindings: readonly Binding[], active = true): void {
  const latest = useRef(bindings)
  latest.current = bindings
  useEffect(() => {
    if (!active) return
    const one = {
      get bindings() {
        return latest.current
      },
    }
    const all = standing.get(name) ?? new Set()
    standing.set(name, all.add(one))
    return () => void all.delete(one)
  }, [name, active])
}

/** What may follow the key that was pressed, for the panel that says so. */
export const useWaiting = (): Waiting | null => useSnapshot(keyboard).waiting as Waiting | null // ref keeps it as it is
