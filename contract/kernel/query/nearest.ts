import { editDistance } from '../edit-distance.ts'
import { fold } from './context.ts'

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
