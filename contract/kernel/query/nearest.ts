import { editDistance, prefixEditDistance } from '../edit-distance.ts'
import { fold, type QueryLabels } from './context.ts'

/** What goes on behind the beginning that was meant counts less than an error, and more than nothing. */
const unfinished = 0.5

const distance = (wanted: string, name: string): number =>
  Math.min(editDistance(wanted, name), prefixEditDistance(wanted, name) + unfinished)

/**
 * Typing errors: those of `names` that were meant if `typed` is one, of a name, its label, an alias or the beginning of
 * one; the nearest first.
 */
export function nearestTo(
  names: readonly string[],
  typed: string,
  { fields = {}, aliases = {} }: Partial<Pick<QueryLabels, 'fields' | 'aliases'>> = {},
): string[] {
  const wanted = fold(typed)
  const errorsMax = Math.max(1, Math.floor(wanted.length / 3)) + unfinished
  const distanceOf = (name: string): number =>
    Math.min(...[name, fields[name] ?? name, ...(aliases[name] ?? [])].map((one) => distance(wanted, fold(one))))
  return names
    .map((name) => ({ name, distance: distanceOf(name) }))
    .filter((one) => one.distance <= errorsMax && one.distance < wanted.length)
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ name }) => name)
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
