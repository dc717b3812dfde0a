import { KeyResolver } from '#src/keyboard/key-resolver.ts'
import type { KeyPress } from '#src/keyboard/keystroke.ts'
import { createLayer, type KeyBinding, type KeyLayer, type LayerName } from '#src/keyboard/layers.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { press } from './presses.ts'

/** A keyboard, a clock that stands still until told, and what has happened. */
export function desk(shortcuts: Partial<Record<LayerName, readonly (Shortcut | Partial<KeyBinding>)[]>>) {
  const done: string[] = []
  const bind = (name: LayerName, given: Shortcut | Partial<KeyBinding>): KeyBinding => {
    const about = typeof given === 'string' ? { keys: given } : given
    const id = `${name} ${about.keys}`
    return {
      id,
      keys: 'a',
      run: (count) => done.push(count === null ? id : `${id} ×${count}`),
      revert: () => done.push(`undo ${id}`),
      ...about,
    }
  }
  // objects keep the order they are written in: nearest first
  const all = Object.entries(shortcuts) as [LayerName, readonly (Shortcut | Partial<KeyBinding>)[]][]
  const state = {
    layers: all.map(
      ([name, given]): KeyLayer =>
        createLayer(
          name,
          given.map((one) => bind(name, one)),
        ),
    ),
    bare: true,
    coming: false,
    focused: true,
    now: 0,
    told: [] as (readonly string[] | null)[],
  }
  const timers = new Map<object, { at: number; then: () => void }>()
  const resolver = new KeyResolver({
    layers: () => state.layers,
    bare: () => state.bare,
    mac: false,
    now: () => state.now,
    after: (ms, then) => {
      const timer = {}
      timers.set(timer, { at: state.now + ms, then })
      return () => timers.delete(timer)
    },
    isPageLoading: () => state.coming,
    isPageFocused: () => state.focused,
    onPending: (waiting) => state.told.push(waiting?.next.map(({ keys }) => keys) ?? null),
  })

  return Object.assign(state, {
    done,
    resolver,
    /** Presses keys one after the other, written as the browser names them; answers which were taken. */
    type: (...keys: readonly (string | KeyPress)[]) =>
      keys.map((key) => resolver.press(typeof key === 'string' ? press(key) : key)),
    wait(ms: number) {
      state.now += ms
      for (const [timer, { at, then }] of timers)
        if (at <= state.now) {
          timers.delete(timer)
          then()
        }
    },
  })
}
