/** The bit that stands for a letter in a mask. Some letters share one. */
export const letterBit = (text: string, at: number): number => 1 << (text.charCodeAt(at) & 31)

/** Letter mask: which letters occur in a text, as bits. What holds not all letters of another text cannot hold that text. */
export function letterMask(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at++) bits |= letterBit(text, at)
  return bits
}

/** How many bits of a mask are set. */
function bitCount(mask: number): number {
  let left = mask - ((mask >>> 1) & 0x55555555)
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/**
 * Bigram mask (a Bloom filter): which pairs of neighbouring letters occur in a text, as 64 bits in two words. Pairs share
 * bits; what lacks one of a word's cannot hold that word.
 */
export interface BigramMask {
  readonly low: number
  readonly high: number
}

/** The pairs of letters in `texts`; none across two of them. */
export function bigramMask(...texts: readonly string[]): BigramMask {
  let [low, high] = [0, 0]
  for (const text of texts) {
    for (let at = 1; at < text.length; at++) {
      const place = (text.charCodeAt(at - 1) * 27 + text.charCodeAt(at)) & 63
      if (place < 32) low |= 1 << place
      else high |= 1 << (place - 32)
    }
  }
  return { low, high }
}

/** Text masks: both masks of a text. */
export interface TextMasks {
  readonly letters: number
  readonly bigrams: BigramMask
}

/** The masks of `texts`, of which none goes on in the next. */
export const masksOf = (...texts: readonly string[]): TextMasks => ({
  letters: letterMask(texts.join('')),
  bigrams: bigramMask(...texts),
})

/** Whether what has the masks `of` may stand in a text that has the masks `from`. */
export const mayHold = (from: TextMasks, of: TextMasks): boolean =>
  ((of.letters & ~from.letters) | (of.bigrams.low & ~from.bigrams.low) | (of.bigrams.high & ~from.bigrams.high)) === 0

/** Mask table: the masks of many texts in flat arrays. Thousands of them are passed over without touching a text. */
export class MaskTable {
  readonly #letters: Int32Array
  readonly #low: Int32Array
  readonly #high: Int32Array

  constructor(texts: readonly TextMasks[]) {
    this.#letters = Int32Array.from(texts, ({ letters }) => letters)
    this.#low = Int32Array.from(texts, ({ bigrams }) => bigrams.low)
    this.#high = Int32Array.from(texts, ({ bigrams }) => bigrams.high)
  }

  /** Whether the text at `at` may hold what has these masks. */
  mayHold(at: number, { letters, bigrams: { low, high } }: TextMasks): boolean {
    return ((letters & ~this.#letters[at]!) | (low & ~this.#low[at]!) | (high & ~this.#high[at]!)) === 0
  }

  /** Whether one of the texts from `from` up to but not including `to` may. */
  anyMayHold(from: number, to: number, masks: TextMasks): boolean {
    for (let at = from; at < to; at++) if (this.mayHold(at, masks)) return true
    return false
  }

  /** How many letters of these masks the text at `at` lacks, and how many pairs of them, at least. */
  lettersMissing(at: number, { letters }: TextMasks): number {
    return bitCount(letters & ~this.#letters[at]!)
  }
  bigramsMissing(at: number, { bigrams: { low, high } }: TextMasks): number {
    return bitCount(low & ~this.#low[at]!) + bitCount(high & ~this.#high[at]!)
  }
}

/** Where each of some lists begins, given their lengths, when they stand one after another; one more for the end. */
export function beginnings(lengths: readonly number[]): Int32Array {
  const from = new Int32Array(lengths.length + 1)
  for (const [i, length] of lengths.entries()) from[i + 1] = from[i]! + length
  return from
}
