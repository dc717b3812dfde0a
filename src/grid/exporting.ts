import { exports as files, type Made } from '#contract/exports.ts'
import type { Input } from '#contract/kernel/endpoint.ts'
import type { FileFormat } from '#contract/kernel/list.ts'
import { print } from '#contract/kernel/query/print.ts'
import { announce } from '#src/call/announce.ts'
import { call, nounOf } from '#src/call/call.ts'
import { download } from '#src/call/download.ts'
import { language } from '#src/locale/language.ts'
import { text } from '#src/locale/text.ts'
import { may } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import { follow } from './making.ts'
import { countOf } from './selection.ts'
import type { Sheet } from './sheet.ts'

/** What goes into a file: the rows that are marked, everything that matches the filter, or the whole list. */
export type Extent = 'marked' | 'matching' | 'all'

/** How a list is taken out. */
export interface Wanted {
  readonly extent: Extent
  readonly format?: FileFormat
  /** Every column, and not only those that are shown. */
  readonly allColumns?: boolean
  /** Why personal data is to be in it in full; without a reason it is masked. */
  readonly reason?: string
}

/** As many rows as the address of a call can name. */
const namedMax = 100
/** More rows than this are made into a file by the server, for a link; fewer are sent as they are read. */
const atOnceMax = 50_000

/** Whether whoever is signed in may take this list out. */
export const mayExport = ({ listing }: Sheet): boolean => listing.export !== undefined && may(listing.export.may)

/** Whether whoever is signed in may have personal data of this list in full. */
export const mayUnmask = ({ grid, listing }: Sheet): boolean =>
  may(`${grid.page}.reveal`) && listing.fields.some(({ kind }) => kind === 'masked')

/** What is exported where nobody says: what is marked, else what matches. */
export const usualExtent = ({ state }: Sheet): Extent => (countOf(state.marks) > 0 ? 'marked' : 'matching')

/** How many rows go into a file; null where nobody knows. */
export const extentOf = ({ state }: Pick<Sheet, 'state'>, extent: Extent): number | null => {
  if (extent === 'marked') return countOf(state.marks)
  return extent === 'matching' || state.applied.where === '' ? state.count : null
}

/** Which rows, in the order of the screen. */
function rowsOf({ state, reader }: Sheet, extent: Extent) {
  const { marks, applied, asOf } = state
  const seen = asOf ? { asOf } : {}
  const order = print({ where: null, sort: applied.query.sort }, reader)
  if (extent === 'all') return { q: order }
  if (extent === 'matching') return { q: applied.text, ...seen }
  if (marks.mode === 'ids') return { q: order, ids: [...marks.ids] }
  return { q: `${marks.query} ${order}`.trim(), asOf: marks.asOf, excluded: [...marks.excluded] }
}
type Rows = ReturnType<typeof rowsOf>

const isShort = ({ ids = [], excluded = [] }: Rows): boolean => ids.length <= namedMax && excluded.length <= namedMax

/** Has the server make a file, with personal data in full where a reason is given. */
async function startFile(asked: Input<typeof files.start>, reason: string | undefined): Promise<void> {
  const how = { idempotencyKey: crypto.randomUUID() }
  try {
    follow(await (reason ? call(files.unmasked, { ...asked, reason }, how) : call(files.start, asked, how)))
  } catch (error) {
    announce(error)
  }
}

/** Saves rows as a file: with the columns that are shown, or with all of them. Many rows are made into one meanwhile. */
export async function exportRows(sheet: Sheet, wanted: Wanted): Promise<void> {
  const { extent, format = 'csv', allColumns = false, reason } = wanted
  const { listing, columns } = sheet
  if (!listing.export) return
  const rows = rowsOf(sheet, extent)
  const asked = { ...rows, format, ...(!allColumns && { columns: [...columns] }) }
  const count = extentOf(sheet, extent)
  if (!reason && isShort(rows) && count !== null && count <= atOnceMax) {
    toast('info', text('grid.exporting'))
    return download(listing.export, asked, `${nounOf(listing)}.${format}`)
  }
  await startFile({ listing: listing.id, language: language(), ...asked }, reason)
}

/** Saves a file that the server has made. */
export const fetchMade = (id: Made['id']): void => {
  void call(files.link, { id }).then(({ href }) => location.assign(href), announce)
}
