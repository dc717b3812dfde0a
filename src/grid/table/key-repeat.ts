/** Steps that follow one another so quickly, in milliseconds, and so many of them, are a cursor that runs. */
const [quickMs, stepsMin] = [100, 3]

/**
 * A cursor that runs takes the rows along under a pointer that rests on them: meanwhile the pointer means none of them, and
 * none is lit up and left again.
 */
export class KeyRepeat {
  readonly #root: HTMLElement
  #at = Number.NEGATIVE_INFINITY
  #steps = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(root: HTMLElement) {
    this.#root = root
  }

  /** The cursor has been put somewhere by a key. */
  step(): void {
    const now = performance.now()
    this.#steps = now - this.#at < quickMs ? this.#steps + 1 : 0
    this.#at = now
    if (this.#steps < stepsMin || this.#timer !== undefined) return
    this.#root.dataset.running = ''
    this.#look()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    delete this.#root.dataset.running
  }

  #look(): void {
    const left = this.#at + quickMs - performance.now()
    if (left > 0) this.#timer = setTimeout(() => this.#look(), left)
    else this.stop()
  }
}
