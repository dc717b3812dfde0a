/** A column that is seen by less than this part of it is a sliver: nothing can be read in it. */
const sliverMax = 0.6

/** A column from left to right: how wide it is, and whether it may be widened. */
export interface Placed {
  readonly field: string
  readonly width: number
  readonly fixed?: boolean
}

/**
 * Widening: by how many pixels columns are widened so that the right edge of the table falls between two of them, where
 * a sliver of the next would be seen.
 */
export function wideningOf(columns: readonly Placed[], room: number): ReadonlyMap<string, number> {
  const widened = new Map<string, number>()
  let left = room
  let seen = 0
  while (seen < columns.length && columns[seen]!.width <= left) left -= columns[seen++]!.width
  const cut = columns[seen]
  const free = columns.slice(0, seen).filter(({ fixed }) => !fixed)
  if (!cut || left >= cut.width * sliverMax || free.length === 0) return widened
  for (const [i, { field }] of free.entries()) {
    const share = Math.floor((left * (i + 1)) / free.length) - Math.floor((left * i) / free.length)
    if (share > 0) widened.set(field, share)
  }
  return widened
}
