import { print } from '#contract/kernel/query/print.ts'
import { nounOf } from '#src/call/call.ts'
import { download } from '#src/call/download.ts'
import { text } from '#src/locale/text.ts'
import { may } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import { countOf } from './selection.ts'
import type { Sheet } from './sheet.ts'

/** What goes into a file: the rows that are marked, everything that matches the filter, or the whole list. */
export type Extent = 'marked' | 'matching' | 'all'

/** As many rows as the address of a call can name. */
const namedMax = 100

/** Whether whoever is signed in may take this list out. */
export const mayExport = ({ listing }: Sheet): boolean => listing.export !== undefined && may(listing.export.may)

/** What is exported where nobody says: what is marked, else what matches. */
export const usualExtent = ({ state }: Sheet): Extent => (countOf(state.marks) > 0 ? 'marked' : 'matching')

/** Which rows, in the order of the screen; null where they are too many to be named. */
function rowsOf({ state, reader }: Sheet, extent: Extent) {
  const { marks, applied, asOf } = state
  const seen = asOf ? { asOf } : {}
  const order = print({ where: null, sort: applied.query.sort }, reader)
  if (extent === 'all') return { q: order }
  if (extent === 'matching') return { q: applied.text, ...seen }
  const named = [...(marks.mode === 'ids' ? marks.ids : marks.excluded)]
  if (named.length > namedMax) return null
  if (marks.mode === 'ids') return { q: order, ids: named }
  return { q: `${marks.query} ${order}`.trim(), asOf: marks.asOf, excluded: named }
}

/** Saves rows as a file: with the columns that are shown, or with all of them. */
export async function exportRows(sheet: Sheet, extent: Extent, { allColumns = false } = {}): Promise<void> {
  const { listing, columns } = sheet
  if (!listing.export) return
  const rows = rowsOf(sheet, extent)
  if (!rows) return toast('warn', text('grid.tooManyForFile', { max: namedMax }))
  toast('info', text('grid.exporting'))
  const name = `${nounOf(listing)}.csv`
  await download(listing.export, { ...rows, ...(!allColumns && { columns: [...columns] }) }, name)
}
