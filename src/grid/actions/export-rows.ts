import { type ExportFile, exports as files } from '#contract/exports.ts'
import type { Input } from '#contract/kernel/endpoint.ts'
import type { FileFormat } from '#contract/kernel/list.ts'
import { print } from '#contract/kernel/query/print.ts'
import { call, nounOf } from '#src/call/call.ts'
import { download } from '#src/call/download.ts'
import { showError } from '#src/call/show-error.ts'
import { startSchedule } from '#src/command/run/start-schedule.ts'
import { language } from '#src/locale/language.ts'
import { say, text } from '#src/locale/text.ts'
import { may, mayExportInFull } from '#src/session/base/session.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import type { GridModel } from '../model/grid-model.ts'
import { markCount } from '../model/selection.ts'
import { trackFileJob } from './file-jobs.ts'

/** What goes into a file: the rows that are marked, everything that matches the filter, or the whole list. */
export type ExportScope = 'marked' | 'matching' | 'all'

/** Export options: which rows, in which format, with which columns. */
export interface ExportOptions {
  readonly extent: ExportScope
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
export const mayExport = ({ listing }: GridModel): boolean =>
  listing.export !== undefined && may(listing.export.requires)

/** Whether whoever is signed in may have personal data of this list in full. */
export const mayUnmask = ({ grid, listing }: GridModel): boolean =>
  mayExportInFull(grid.page) && listing.fields.some(({ kind }) => kind === 'masked')

/** What is exported where nobody says: what is marked, else what matches. */
export const defaultScope = ({ state }: GridModel): ExportScope => (markCount(state.marks) > 0 ? 'marked' : 'matching')

/** How many rows go into a file; null where nobody knows. */
export const rowsInScope = ({ state }: Pick<GridModel, 'state'>, extent: ExportScope): number | null => {
  if (extent === 'marked') return markCount(state.marks)
  return extent === 'matching' || state.applied.where === '' ? state.count : null
}

/** Which rows, in the order of the screen. */
function rowsParameters({ state, reader }: GridModel, extent: ExportScope) {
  const { marks, applied, asOf } = state
  const seen = asOf ? { asOf } : {}
  const order = print({ where: null, sort: applied.query.sort }, reader)
  if (extent === 'all') return { q: order }
  if (extent === 'matching') return { q: applied.text, ...seen }
  if (marks.mode === 'ids') return { q: order, ids: [...marks.ids] }
  return { q: `${marks.query} ${order}`.trim(), asOf: marks.asOf, excluded: [...marks.excluded] }
}
type Rows = ReturnType<typeof rowsParameters>

const fitsInUrl = ({ ids = [], excluded = [] }: Rows): boolean => ids.length <= namedMax && excluded.length <= namedMax

/** Has the server make a file, with personal data in full where a reason is given. */
async function startFileJob(asked: Input<typeof files.start>, reason: string | undefined): Promise<void> {
  const how = { idempotencyKey: crypto.randomUUID() }
  try {
    trackFileJob(await (reason ? call(files.unmasked, { ...asked, reason }, how) : call(files.start, asked, how)))
  } catch (error) {
    showError(error)
  }
}

/**
 * Saves rows as a file: with the columns that are shown, or with all of them. Many rows are made into one meanwhile.
 */
export async function exportRows(model: GridModel, options: ExportOptions): Promise<void> {
  const { extent, format = 'csv', allColumns = false, reason } = options
  const { listing, columns } = model
  if (!listing.export) return
  const rows = rowsParameters(model, extent)
  const asked = { ...rows, format, ...(!allColumns && { columns: [...columns] }) }
  const count = rowsInScope(model, extent)
  if (!reason && fitsInUrl(rows) && count !== null && count <= atOnceMax) {
    toast('info', text('grid.exporting'))
    return download(listing.export, asked, `${nounOf(listing)}.${format}`)
  }
  await startFileJob({ listing: listing.id, language: language(), ...asked }, reason)
}

/** Saves a file that the server has made. */
export const downloadFile = (id: ExportFile['id']): void => {
  void call(files.link, { id }).then(({ href }) => location.assign(href), showError)
}

/** What a list shows, to be sent by itself: its filter, its order and its columns. */
const shownBy = ({ grid, listing, state, columns }: GridModel) => ({
  ...{ content: listing.id, title: say(`menu.${grid.page}`), query: state.applied.text },
  shape: { columns: [...columns] },
})

/** Has what a list shows sent by itself. */
export const scheduleList = (model: GridModel): void => startSchedule(shownBy(model))

/** Has somebody told when a list has more rows than now. */
export const alertOnList = (model: GridModel): void =>
  startSchedule({ ...shownBy(model), condition: `rows>${model.pages.count ?? 0}` })
