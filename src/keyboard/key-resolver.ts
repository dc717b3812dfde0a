import { type KeyPress, keystrokeOf } from './keystroke.ts'
import { type EffectiveKeymap, type KeyBinding, type KeyLayer, mergeLayers, shallowEqual } from './layers.ts'
import { isCharacterKey, type Keystroke } from './shortcut.ts'
import { type BufferedKey, TypeAhead } from './type-ahead.ts'

/** Pending key sequence: the first key of a shortcut of two, and what may follow. */
export interface PendingSequence {
  readonly keystroke: Keystroke
  readonly next: readonly KeyBinding[]
}

interface KeyResolverOptions {
  /** The layers that are active now, nearest first. */
  readonly layers: () => readonly KeyLayer[]
  /** Whether character keys act when they are pressed alone: people can turn that off. */
  readonly bare: () => boolean
  readonly mac: boolean
  /** Milliseconds, of any clock that runs evenly. */
  readonly now: () => number
  /** Calls `then` after `ms`; the answer cancels it. */
  readonly after: (ms: number, then: () => void) => () => void
  /** Told what may follow, when somebody hesitates; null when that is over. */
  readonly onPending: (pending: PendingSequence | null) => void
  /** Whether a page is loading: a key that nobody hears yet may be for it. */
  readonly isPageLoading: () => boolean
  /** Whether nothing has the focus that would hear a key itself. */
  readonly isPageFocused: () => boolean
}

/** How long after a key that has acted a second one still replaces its effect. */
const replaceMs = 600
/** How long somebody may hesitate before they are told what may follow. */
const hesitateMs = 300
const countDigits = 4

/** What became of a key: whether it was ours, and what it ran. */
interface KeyResult {
  readonly handled: boolean
  readonly ran: KeyBinding | null
}
const ignored: KeyResult = { handled: false, ran: null }
const consumed: KeyResult = { handled: true, ran: null }

/** Keybinding resolver: turns keydown events into runs of bindings, with counts, sequences and type-ahead. */
export class KeyResolver {
  readonly #options: KeyResolverOptions
  /** The first key of a sequence, and what it has done already. */
  #pending: { keystroke: Keystroke; at: number; acted: KeyBinding | null } | null = null
  #count = ''
  /** The key that is held down, if it is ours. */
  #held: { code: string; ran: KeyBinding | null } | null = null
  readonly #typeAhead = new TypeAhead()
  #last: { readonly layers: readonly KeyLayer[]; readonly bare: boolean; readonly keymap: EffectiveKeymap } | null =
    null
  #hintShown = false
  #cancelHint = (): void => {}

  constructor(options: KeyResolverOptions) {
    this.#options = options
  }

  /** Acts on a keydown, at most once. Answers whether it was handled: then nobody else may have it. */
  press(event: KeyPress): boolean {
    const keystroke = keystrokeOf(event, this.#options.mac)
    if (!keystroke) return false
    const keymap = this.#keymap()
    if (event.repeat) return this.#repeat(event.code, keymap)
    const { handled, ran } = this.#buffers(keystroke, keymap) ? consumed : this.#resolve(keystroke, keymap)
    this.#held = handled ? { code: event.code, ran } : null
    return handled
  }

  /** Buffers a character, or Enter, for a page that is loading, where nobody else hears it; what is typed after it as well. */
  #buffers(keystroke: Keystroke, keymap: EffectiveKeymap): boolean {
    const { isPageLoading, isPageFocused, bare, now } = this.#options
    const waits = isCharacterKey(keystroke) ? bare() : keystroke === 'enter' && isPageFocused()
    if (!isPageLoading() || keymap.isModal || !waits) return false
    const ours = Boolean(keymap.find(keystroke) || keymap.continuations(keystroke).length || this.#pending)
    if (ours && !this.#typeAhead.holdsKeystrokes) return false
    this.#typeAhead.add({ keystroke, at: now() })
    return true
  }

  /** Forgets what was begun: the focus went elsewhere. */
  reset(): void {
    this.#endSequence()
    this.#count = ''
    this.#held = null
    this.clearTypeAhead()
  }

  /** Forgets the keys that wait for something to load. */
  clearTypeAhead(): void {
    this.#typeAhead.clear()
  }

  /** Runs the keys that have waited, in turn, as far as they are heard still: what opens something is the last. */
  flushTypeAhead(): void {
    this.#typeAhead.replay(this.#options.now(), (key, done) =>
      'keystroke' in key ? this.#replayKeystroke(key.keystroke, done) : this.#replayBinding(key, done),
    )
  }

  #replayKeystroke(keystroke: Keystroke, done: () => void): boolean | 'loading' {
    if (this.#options.isPageLoading()) return 'loading'
    done()
    const keymap = this.#keymap()
    return !keymap.isModal && this.#resolve(keystroke, keymap).handled
  }

  #replayBinding(
    { binding, count }: Extract<BufferedKey, { binding: KeyBinding }>,
    done: () => void,
  ): boolean | 'loading' {
    // the same, though its layer may have been made anew since
    const current = this.#keymap().find(binding.keys)
    if (current?.id !== binding.id) return false
    if (current.isLoading?.()) return 'loading'
    done()
    current.run(count)
    return true
  }

  /** What is heard now: merged anew only where a layer is another than at the key before. */
  #keymap(): EffectiveKeymap {
    const [layers, bare] = [this.#options.layers(), this.#options.bare()]
    const last = this.#last
    if (last && last.bare === bare && shallowEqual(last.layers, layers)) return last.keymap
    this.#last = { layers, bare, keymap: mergeLayers(layers, bare) }
    return this.#last.keymap
  }

  /** Auto-repeat: a key that was handled stays so while it is held; it runs again only if it moves and is still heard. */
  #repeat(code: string, keymap: EffectiveKeymap): boolean {
    if (this.#held?.code !== code) return false
    const { ran } = this.#held
    // the same, though its layer may have been made anew since
    const again = ran?.repeats ? keymap.find(ran.keys) : undefined
    if (again?.id === ran?.id && !again?.isLoading?.()) again?.run(null)
    return true
  }

  #resolve(keystroke: Keystroke, keymap: EffectiveKeymap): KeyResult {
    const pending = this.#pending
    const begun = this.#count !== '' || (pending !== null && !pending.acted)
    const inTime = pending !== null && (!pending.acted || this.#options.now() - pending.at <= replaceMs)
    this.#endSequence()
    if (keystroke === 'escape' && (begun || !this.#typeAhead.isEmpty)) {
      this.#count = ''
      this.clearTypeAhead()
      return consumed
    }
    const whole = inTime ? keymap.find(`${pending.keystroke} ${keystroke}`) : undefined
    if (whole) {
      if (pending?.acted && !this.#typeAhead.removeLast(pending.acted)) pending.acted.revert?.()
      return this.#run(whole)
    }
    if (pending) this.#count = ''
    return this.#resolveFirst(keystroke, keymap)
  }

  #resolveFirst(keystroke: Keystroke, keymap: EffectiveKeymap): KeyResult {
    if (keymap.countsDigits && (this.#count ? /^\d$/ : /^[1-9]$/).test(keystroke)) {
      if (this.#count.length < countDigits) this.#count += keystroke
      return consumed
    }
    const binding = keymap.find(keystroke)
    const begins = keymap.continuations(keystroke).length > 0
    if (begins) this.#beginSequence(keystroke, binding ?? null)
    if (binding) return this.#run(binding)
    if (begins) return consumed
    this.#count = ''
    return ignored
  }

  #run(binding: KeyBinding): KeyResult {
    const count = this.#count ? Number(this.#count) : null
    this.#count = ''
    // what comes after something that waits comes after it
    if (!binding.isLoading || (this.#typeAhead.isEmpty && !binding.isLoading())) binding.run(count)
    else this.#typeAhead.add({ binding, count, at: this.#options.now() })
    return { handled: true, ran: binding }
  }

  /** A key that has acted needs no hint: only where nothing has happened yet, somebody may wonder what comes next. */
  #beginSequence(keystroke: Keystroke, acted: KeyBinding | null): void {
    this.#pending = { keystroke, at: this.#options.now(), acted }
    if (acted) return
    this.#cancelHint = this.#options.after(hesitateMs, () => {
      this.#hintShown = true
      this.#options.onPending({ keystroke, next: this.#keymap().continuations(keystroke) })
    })
  }

  #endSequence(): void {
    this.#pending = null
    this.#cancelHint()
    this.#cancelHint = () => {}
    if (!this.#hintShown) return
    this.#hintShown = false
    this.#options.onPending(null)
  }
}
