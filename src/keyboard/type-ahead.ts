import type { KeyBinding } from './layers.ts'
import type { Keystroke } from './shortcut.ts'

/** A shortcut that was pressed before what it acts on had loaded, or a key before there was a page to hear it. */
export type BufferedKey = { readonly at: number } & (
  | { readonly binding: KeyBinding; readonly count: number | null }
  | { readonly keystroke: Keystroke }
)

/** Most keys that are buffered. */
const keysMax = 20
/** How long a key is buffered: later nobody knows any more what they pressed. */
const lifetimeMs = 10_000

/** Type-ahead buffer: keys that wait, in the order they were pressed. One key too many is dropped. */
export class TypeAhead {
  #keys: BufferedKey[] = []

  get isEmpty(): boolean {
    return this.#keys.length === 0
  }

  /** Whether a key waits for a page, which is the one to say what it means. */
  get holdsKeystrokes(): boolean {
    return this.#keys.some((key) => 'keystroke' in key)
  }

  add(key: BufferedKey): void {
    if (this.#keys.length < keysMax) this.#keys.push(key)
  }

  /** Takes the last key out of the buffer, if it is this shortcut. Answers whether it was. */
  removeLast({ id }: KeyBinding): boolean {
    const last = this.#keys.at(-1)
    const found = last !== undefined && 'binding' in last && last.binding.id === id
    if (found) this.#keys.pop()
    return found
  }

  clear(): void {
    this.#keys = []
  }

  /**
   * Replays the keys in turn. `replay` takes a key out by `done` before it runs it, since that may buffer others, and
   * answers `false` where it means nothing any more: all that follows is dropped. `loading` stops until the next time.
   */
  replay(now: number, replay: (key: BufferedKey, done: () => void) => boolean | 'loading'): void {
    const done = () => void this.#keys.shift()
    for (let [first] = this.#keys; first; [first] = this.#keys) {
      const result = first.at >= now - lifetimeMs && replay(first, done)
      if (result === 'loading') return
      if (!result) this.clear()
    }
  }
}
