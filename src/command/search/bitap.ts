/** Longest pattern that fits a word of bits, its sign left alone. */
const lettersMax = 31

/** Where a text comes nearest to a pattern: how many letters are wrong there, and where it ends. */
export interface NearestMatch {
  readonly errors: number
  readonly end: number
}

/**
 * Bitap (Wu and Manber): finds where in a text a pattern stands with at most `most` letters added, dropped or replaced.
 * All places are tried at once, a bit for each letter of the pattern, so that it takes a few operations per letter of
 * the text. Of a longer pattern the first 31 letters are looked for.
 */
export function approximateMatcher(pattern: string, most: number): (text: string) => NearestMatch | null {
  const length = Math.min(pattern.length, lettersMax)
  const places = new Map<number, number>()
  for (let i = 0; i < length; i++) {
    const code = pattern.charCodeAt(i)
    places.set(code, (places.get(code) ?? 0) | (1 << i))
  }
  const whole = 1 << (length - 1)
  const reached = new Int32Array(most + 1)
  /** Goes on by one letter; answers with how few errors the whole pattern ends there. */
  const step = (code: number): number => {
    const here = places.get(code) ?? 0
    let fewest = most + 1
    // of the row above: before this letter, and after it
    let [before, after] = [0, 0]
    for (let errors = 0; errors <= most; errors++) {
      const last = reached[errors]!
      const exact = ((last << 1) | 1) & here
      const next = errors === 0 ? exact : exact | before | (before << 1) | (after << 1) | 1
      reached[errors] = next
      if (errors < fewest && (next & whole) !== 0) fewest = errors
      before = last
      after = next
    }
    return fewest
  }
  return (text) => {
    for (let errors = 0; errors <= most; errors++) reached[errors] = (1 << errors) - 1
    let [errors, end] = [most + 1, 0]
    for (let at = 0; at < text.length && errors > 0; at++) {
      const fewer = step(text.charCodeAt(at))
      if (fewer < errors) [errors, end] = [fewer, at + 1]
    }
    return errors <= most ? { errors, end } : null
  }
}
