const barLength = 30

/** Where it is shown: on a terminal, or in a log. */
interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Tells how far something has come: one line that grows on a terminal, a line for every tenth elsewhere. */
export class Progress {
  readonly #what: string
  readonly #total: number
  readonly #out: Screen
  #tenths = 0

  constructor(what: string, total: number, out: Screen = process.stdout) {
    this.#what = what
    this.#total = total
    this.#out = out
  }

  show(done: number): void {
    const share = this.#total > 0 ? Math.min(1, done / this.#total) : 1
    if (this.#out.isTTY) {
      const filled = '█'.repeat(Math.round(share * barLength)).padEnd(barLength, '░')
      this.#out.write(`\r  ${this.#what} ${filled} ${Math.floor(share * 100)} %${share === 1 ? '\n' : ''}`)
      return
    }
    const tenths = Math.floor(share * 10)
    if (tenths > this.#tenths) this.#out.write(`  ${this.#what} ${tenths * 10} %\n`)
    this.#tenths = tenths
  }
}
