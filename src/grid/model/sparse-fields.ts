import type { Grid } from '../define.ts'

/**
 * Sparse fieldset: the fields that rows of a list are read with. What commands on them are asked by, what leads on from
 * them, the columns that the list comes with, and those that somebody shows beside them. A row that its id does not find
 * is read as a whole: the rest of it could not be looked up.
 */
export function sparseFields(grid: Grid, shown: readonly string[]): readonly string[] {
  const { listing, columns, needs, tree, timeline, table } = grid
  const all = listing.fields.map(({ name }) => name)
  if (!listing.filter.includes('id')) return all
  const wanted = new Set([
    ...['id', ...needs, ...shown],
    ...(listing.lists?.fields.map(({ name }) => name) ?? []),
    ...columns.filter(({ hidden }) => !hidden).map(({ field }) => field),
    ...[tree?.path, tree?.column, timeline?.id, table?.id],
  ])
  return all.filter((name) => wanted.has(name))
}
