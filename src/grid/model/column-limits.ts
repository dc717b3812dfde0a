import type { MessageId } from '#locales/index.ts'
import type { GridModel } from './grid-model.ts'

/** What cannot be done with a column, which its header says beforehand. The column of marks is none. */
export function columnLimits(
  { listing, reader }: Pick<GridModel, 'listing' | 'reader'>,
  column: string | null,
): MessageId[] {
  if (!listing.fields.some(({ name }) => name === column)) return []
  const limits: MessageId[] = []
  if (!listing.sort.includes(column!)) limits.push('grid.notSortable')
  if (!reader.fields.some(({ name }) => name === column)) limits.push('grid.notFilterable')
  return limits
}
