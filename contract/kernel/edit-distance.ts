/** The last row of the table that compares `a` with every beginning of `b`. */
function distances(a: string, b: string): readonly number[] {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + Number(a[i - 1] !== b[j - 1])
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? i) + 1 : replaced
      row.push(Math.min(replaced, swapped, last[j]! + 1, row[j - 1]! + 1))
    }
    ;[before, last] = [last, row]
  }
  return last
}

/**
 * Damerau-Levenshtein distance (optimal string alignment): how many letters have to be added, dropped, replaced or
 * swapped with their neighbour to make `b` of `a`.
 */
export const editDistance = (a: string, b: string): number => distances(a, b).at(-1)!

/** The same from `a` to the beginning of `b` that is nearest: `b` may go on, as a title does that is half typed. */
export const prefixEditDistance = (a: string, b: string): number => Math.min(...distances(a, b))
