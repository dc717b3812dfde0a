import { fold } from './context.ts'

/**
 * Damerau-Levenshtein distance (optimal string alignment): how many letters have to be added, dropped, replaced or
 * swapped with their neighbour to make `b` of `a`.
 */
export function editDistance(a: string, b: string): number {
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
  return last[b.length]!
}

/** `names` with those in front that were meant if `typed` is a typing error, of a name or its label; the nearest first. */
export function nearestFirst(
  names: readonly string[],
  typed: string,
  labels: Readonly<Record<string, string>> = {},
): string[] {
  const wanted = fold(typed)
  const errorsMax = Math.max(1, Math.floor(wanted.length / 3))
  const distanceOf = (name: string): number =>
    Math.min(...[name, labels[name] ?? name].map((one) => editDistance(wanted, fold(one))))
  const near = names
    .map((name) => ({ name, distance: distanceOf(name) }))
    .filter(({ distance }) => distance <= errorsMax)
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ name }) => name)
  return [...near, ...names.filter((name) => !near.includes(name))]
}

/** Those of `names` that begin with what was `typed`, or whose label does: `overdue` for `overdueDays`. */
export function beginningWith(
  names: readonly string[],
  typed: string,
  labels: Readonly<Record<string, string>> = {},
): string[] {
  const wanted = fold(typed)
  const byName = names.filter((name) => fold(name).startsWith(wanted))
  return byName.length > 0 ? byName : names.filter((name) => fold(labels[name] ?? '').startsWith(wanted))
}
