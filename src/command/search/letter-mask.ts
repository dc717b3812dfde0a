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

/** How many letters are in one mask and not in the other. */
export const lettersMissing = (of: number, from: number): number => bitCount(of & ~from)

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

/** Whether all pairs of one mask are in another. */
export const holdsBigrams = (from: BigramMask, of: BigramMask): boolean =>
  ((of.low & ~from.low) | (of.high & ~from.high)) === 0

/** How many pairs of one mask are not in another, at least. */
export const bigramsMissing = (of: BigramMask, from: BigramMask): number =>
  bitCount(of.low & ~from.low) + bitCount(of.high & ~from.high)
