/** Values, each with how often it comes up; the numbers need not add up to anything. */
export type Weighted<Value> = readonly (readonly [value: Value, weight: number])[]

/** Four words that differ wherever the text does. Source: MurmurHash3, its mixing and its finisher. */
function wordsOf(text: string): [number, number, number, number] {
  let hash = 1_779_033_703 ^ text.length
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 3_432_918_353)
    hash = (hash << 13) | (hash >>> 19)
  }
  const word = () => {
    hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507)
    hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909)
    hash ^= hash >>> 16
    return hash >>> 0
  }
  return [word(), word(), word(), word()]
}

/** Chance that repeats itself: one seed gives the same draws on every machine. Source: sfc32 of PractRand. */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter: number

  constructor(seed: string) {
    ;[this.#a, this.#b, this.#c, this.#counter] = wordsOf(seed)
    for (let i = 0; i < 12; i++) this.next() // until every bit of the seed has reached every word
  }

  /** 0 or more, below 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }

  /** A whole number, both ends included; `from` where the ends are crossed. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * Math.max(1, to - from + 1))
  }

  /** True in `share` of all cases. */
  chance(share: number): boolean {
    return this.next() < share
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.next() * values.length)]!
  }

  weighted<Value>(table: Weighted<Value>): Value {
    return valueAtQuantile(table, this.next()).value
  }

  /** So many random digits, nine at most. */
  digits(count: number): string {
    return String(Math.floor(this.next() * 10 ** count)).padStart(count, '0')
  }
}

/**
 * The value that lies at `at`, 0 to 1, when the weights are laid side by side, and where within its own weight `at` is,
 * 0 to 1 again.
 */
export function valueAtQuantile<Value>(table: Weighted<Value>, at: number): { value: Value; part: number } {
  let left = at * table.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [value, weight] of table) {
    if (left < weight) return { value, part: left / weight }
    left -= weight
  }
  return { value: table.at(-1)![0], part: 0 } // rounding has lost a little at the end
}

const golden = 0.618_033_988_749_894_9

/** The `index`th of numbers from 0 to 1 that lie evenly however many are taken: few are enough to meet every share. */
export const lowDiscrepancy = (index: number): number => (index * golden) % 1
