import { isBare, type Step } from './keys.ts'
import { type Binding, type Layer, sameItems, type Tree, tree } from './layers.ts'
import { type KeyPress, stepOf } from './step.ts'

/** A key that waits for a second one, and what that may be. */
export interface Waiting {
  readonly step: Step
  readonly next: readonly Binding[]
}

interface Parts {
  /** The layers that are active now, nearest first. */
  readonly layers: () => readonly Layer[]
  /** Whether keys that write may act: people can turn them off. */
  readonly bare: () => boolean
  readonly mac: boolean
  /** Milliseconds, of any clock that runs evenly. */
  readonly now: () => number
  /** Calls `then` after `ms`; the answer calls it off. */
  readonly after: (ms: number, then: () => void) => () => void
  /** Told what may follow, when somebody hesitates; null when that is over. */
  readonly pending: (waiting: Waiting | null) => void
  /** Whether a page is on its way: what nobody hears yet may be for it. */
  readonly coming: () => boolean
}

/** How long after a key that has acted a second one still replaces its effect. */
const replaceMs = 600
/** How long somebody may hesitate before they are told what may follow. */
const hesitateMs = 300
const countDigits = 4
/** How many keys are kept for what is on its way, and for how long: nobody knows any more what they pressed then. */
const [keptMax, keptMs] = [20, 10_000]

/** What became of a key: whether it was ours, and what it ran. */
interface Outcome {
  readonly taken: boolean
  readonly ran: Binding | null
}
const passedOn: Outcome = { taken: false, ran: null }
const swallowed: Outcome = { taken: true, ran: null }

/** A shortcut that was pressed before what it acts on was there, or a key before there was a page to hear it. */
type Early = { readonly at: number } & (
  | { readonly binding: Binding; readonly count: number | null }
  | { readonly step: Step }
)

/** Turns what happens on the keyboard into what people mean by it. */
export class Resolver {
  readonly #parts: Parts
  /** The first key of a sequence, and what it has done already. */
  #open: { step: Step; at: number; acted: Binding | null } | null = null
  #count = ''
  /** The key that is held down, if it is ours. */
  #held: { code: string; ran: Binding | null } | null = null
  /** What waits for what is on its way, in turn. */
  #early: Early[] = []
  #last: { readonly layers: readonly Layer[]; readonly bare: boolean; readonly tree: Tree } | null = null
  #told = false
  #callOff = (): void => {}

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Acts on a keydown, at most once. Answers whether it was taken: then nobody else may have it. */
  press(event: KeyPress): boolean {
    const step = stepOf(event, this.#parts.mac)
    if (!step) return false
    const heard = this.#heard()
    if (event.repeat) return this.#repeat(event.code, heard)
    const { taken, ran } = this.#keeps(step, heard) ? swallowed : this.#take(step, heard)
    this.#held = taken ? { code: event.code, ran } : null
    return taken
  }

  /** Keeps a character for a page that is on its way, where nobody else hears it; what is typed after it as well. */
  #keeps(step: Step, heard: Tree): boolean {
    if (!this.#parts.coming() || heard.covered || !this.#parts.bare() || !isBare(step)) return false
    const ours = heard.find(step) !== undefined || heard.after(step).length > 0 || this.#open !== null
    if (ours && !this.#early.some((one) => 'step' in one)) return false
    if (this.#early.length < keptMax) this.#early.push({ step, at: this.#parts.now() })
    return true
  }

  /** Forgets what was begun: the focus went elsewhere. */
  reset(): void {
    this.#close()
    this.#count = ''
    this.#held = null
    this.forget()
  }

  /** Forgets what has waited. */
  forget(): void {
    this.#early = []
  }

  /** Does what has waited, in turn, as far as it is heard still: what opens something is the last. */
  goOn(): void {
    const oldest = this.#parts.now() - keptMs
    for (let [first] = this.#early; first; [first] = this.#early) {
      const done = first.at >= oldest && ('step' in first ? this.#typed(first.step) : this.#ran(first))
      if (done === 'waits') return
      if (!done) this.forget()
    }
  }

  #typed(step: Step): boolean | 'waits' {
    if (this.#parts.coming()) return 'waits'
    this.#early.shift()
    const heard = this.#heard()
    return !heard.covered && this.#take(step, heard).taken
  }

  #ran({ binding, count }: Extract<Early, { binding: Binding }>): boolean | 'waits' {
    // the same, though its layer may have been made anew since
    const now = this.#heard().find(binding.keys)
    if (now?.id !== binding.id) return false
    if (now.waits?.()) return 'waits'
    this.#early.shift()
    now.run(count)
    return true
  }

  /** What is heard now: put together anew only where a layer is another than at the key before. */
  #heard(): Tree {
    const [layers, bare] = [this.#parts.layers(), this.#parts.bare()]
    const last = this.#last
    if (last && last.bare === bare && sameItems(last.layers, layers)) return last.tree
    this.#last = { layers, bare, tree: tree(layers, bare) }
    return this.#last.tree
  }

  /** A key that was taken stays taken while it is held, and runs again only if it moves and is still heard. */
  #repeat(code: string, heard: Tree): boolean {
    if (this.#held?.code !== code) return false
    const { ran } = this.#held
    // the same, though its layer may have been made anew since
    const again = ran?.repeats ? heard.find(ran.keys) : undefined
    if (again?.id === ran?.id && !again?.waits?.()) again?.run(null)
    return true
  }

  #take(step: Step, heard: Tree): Outcome {
    const open = this.#open
    const begun = this.#count !== '' || (open !== null && !open.acted)
    const inTime = open !== null && (!open.acted || this.#parts.now() - open.at <= replaceMs)
    this.#close()
    if (step === 'escape' && (begun || this.#early.length > 0)) {
      this.#count = ''
      this.forget()
      return swallowed
    }
    const whole = inTime ? heard.find(`${open.step} ${step}`) : undefined
    if (whole) {
      if (open?.acted) this.#takeBack(open.acted)
      return this.#run(whole)
    }
    if (open) this.#count = ''
    return this.#first(step, heard)
  }

  #first(step: Step, heard: Tree): Outcome {
    if (heard.counts && (this.#count ? /^\d$/ : /^[1-9]$/).test(step)) {
      if (this.#count.length < countDigits) this.#count += step
      return swallowed
    }
    const binding = heard.find(step)
    const leads = heard.after(step).length > 0
    if (leads) this.#wait(step, binding ?? null)
    if (binding) return this.#run(binding)
    if (leads) return swallowed
    this.#count = ''
    return passedOn
  }

  #run(binding: Binding): Outcome {
    const count = this.#count ? Number(this.#count) : null
    this.#count = ''
    // what comes after something that waits comes after it
    if (!binding.waits || (this.#early.length === 0 && !binding.waits())) binding.run(count)
    else if (this.#early.length < keptMax) this.#early.push({ binding, count, at: this.#parts.now() })
    return { taken: true, ran: binding }
  }

  #takeBack(binding: Binding): void {
    const last = this.#early.at(-1)
    if (last && 'binding' in last && last.binding.id === binding.id) this.#early.pop()
    else binding.back?.()
  }

  /** A key that has acted needs no help: only where nothing has happened yet, somebody may wonder what comes next. */
  #wait(step: Step, acted: Binding | null): void {
    this.#open = { step, at: this.#parts.now(), acted }
    if (acted) return
    this.#callOff = this.#parts.after(hesitateMs, () => {
      this.#told = true
      this.#parts.pending({ step, next: this.#heard().after(step) })
    })
  }

  #close(): void {
    this.#open = null
    this.#callOff()
    this.#callOff = () => {}
    if (!this.#told) return
    this.#told = false
    this.#parts.pending(null)
  }
}
