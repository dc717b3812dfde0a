import type { Step } from './keys.ts'
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
}

/** How long after a key that has acted a second one still replaces its effect. */
const replaceMs = 600
/** How long somebody may hesitate before they are told what may follow. */
const hesitateMs = 300
const countDigits = 4

/** What became of a key: whether it was ours, and what it ran. */
interface Outcome {
  readonly taken: boolean
  readonly ran: Binding | null
}
const passedOn: Outcome = { taken: false, ran: null }
const swallowed: Outcome = { taken: true, ran: null }

/** Turns what happens on the keyboard into what people mean by it. */
export class Resolver {
  readonly #parts: Parts
  /** The first key of a sequence, and what it has done already. */
  #open: { step: Step; at: number; acted: Binding | null } | null = null
  #count = ''
  /** The key that is held down, if it is ours. */
  #held: { code: string; ran: Binding | null } | null = null
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
    const { taken, ran } = this.#take(step, heard)
    this.#held = taken ? { code: event.code, ran } : null
    return taken
  }

  /** Forgets what was begun: the focus went elsewhere. */
  reset(): void {
    this.#close()
    this.#count = ''
    this.#held = null
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
    if (again?.id === ran?.id) again?.run(null)
    return true
  }

  #take(step: Step, heard: Tree): Outcome {
    const open = this.#open
    const begun = this.#count !== '' || (open !== null && !open.acted)
    const inTime = open !== null && (!open.acted || this.#parts.now() - open.at <= replaceMs)
    this.#close()
    if (step === 'escape' && begun) {
      this.#count = ''
      return swallowed
    }
    const whole = inTime ? heard.find(`${open.step} ${step}`) : undefined
    if (whole) {
      open?.acted?.back?.()
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
    binding.run(count)
    return { taken: true, ran: binding }
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
