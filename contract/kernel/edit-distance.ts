/** Rows of the table, used again by every comparison: whatever is typed is compared with hundreds of words. */
let rows = [new Int32Array(64), new Int32Array(64), new Int32Array(64)]

/** The last row of the table that compares `a` with every beginning of `b`: valid until the next comparison. */
function distances(a: string, b: string): Int32Array {
  if (rows[0]!.length <= b.length) rows = rows.map(() => new Int32Array(2 * b.length + 1))
  let [before, last, row] = rows as [Int32Array, Int32Array, Int32Array] // three, as above
  for (let j = 0; j <= b.length; j++) last[j] = j
  for (let i = 1; i <= a.length; i++) {
    row[0] = i
    const letter = a.charCodeAt(i - 1)
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      let least = last[j - 1]! + Number(letter !== other)
      const swapped = i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other
      if (swapped) least = Math.min(least, before[j - 2]! + 1)
      row[j] = Math.min(least, last[j]! + 1, row[j - 1]! + 1)
    }
    ;[before, last, row] = [last, row, before]
  }
  return last.subarray(0, b.length + 1)
}

/**
 * Damerau-Levenshtein distance (optimal string alignment): how many letters have to be added, dropped, replaced or
 * swapped with their neighbour to make `b` of `a`.
 */
export const editDistance = (a: string, b: string): number => distances(a, b)[b.length]!

/** The same from `a` to the beginning of `b` that is nearest: `b` may go on, as a title does that is half typed. */
export const prefixEditDistance = (a: string, b: string): number => distances(a, b).reduce((x, y) => Math.min(x, y))

/** Whether `b` goes on from `at` with what stands in `a` from `from` on. */
const goesOn = (a: string, from: number, b: string, at: number): boolean => {
  for (let i = from; i < a.length; i++) if (a.charCodeAt(i) !== b.charCodeAt(at + i - from)) return false
  return true
}

/** Whether `prefixEditDistance` is 1 at most: without a table, so that it can be asked of thousands of words. */
export function beginsButForOne(a: string, b: string): boolean {
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  if (at >= a.length - 1) return true
  const swapped = a.charCodeAt(at) === b.charCodeAt(at + 1) && a.charCodeAt(at + 1) === b.charCodeAt(at)
  return (
    goesOn(a, at + 1, b, at + 1) || // replaced
    goesOn(a, at + 1, b, at) || // added
    goesOn(a, at, b, at + 1) || // dropped
    (swapped && goesOn(a, at + 2, b, at + 2))
  )
}
