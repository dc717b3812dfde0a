/** The bit that stands for a letter in a mask. Some letters share one. */
export const letterBit = (text: string, at: number): number => 1 << (text.charCodeAt(at) & 31)

/** Letter mask: which letters occur in a text, as bits. What holds not all letters of another text cannot hold that text. */
export function letterMask(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at++) bits |= letterBit(text, at)
  return bits
}

/** How many letters are in one mask and not in the other. */
export function lettersMissing(of: number, from: number): number {
  let left = of & ~from
  let count = 0
  for (; left !== 0; left &= left - 1) count += 1
  return count
}
