import { type Field, isPersonal } from '#contract/kernel/field.ts'
import { localeOf } from '#contract/kernel/format.ts'
import { showError } from '#src/call/show-error.ts'
import { language } from '#src/locale/language.ts'
import { say, text } from '#src/locale/text.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { spreadsheetText } from '../model/cell-text.ts'
import type { GridModel } from '../model/grid-model.ts'
import { labelOf } from '../model/labels.ts'
import { recordCopied } from '../model/listing-calls.ts'
import type { Row } from '../model/pages.ts'
import { markCount } from '../model/selection.ts'
import { loadedMarkedRows } from './action-target.ts'

interface CopiedText {
  readonly text: string
  /** What the person is told. */
  readonly said: string
  readonly rows: number
  readonly fields: readonly Field[]
}

/** Puts text on the clipboard. Where it identifies people that is on the record first, or nothing is copied. */
async function copyText({ listing }: GridModel, { text: copied, said, rows, fields }: CopiedText): Promise<boolean> {
  const columns = fields.filter(isPersonal).map(({ name }) => name)
  try {
    if (columns.length > 0) await recordCopied(listing, { rows, columns })
    await navigator.clipboard.writeText(copied)
  } catch (error) {
    showError(error)
    return false
  }
  toast('info', said)
  return true
}

const rowsCopied = (count: number): string =>
  say('grid.copied', { count, rows: count.toLocaleString(localeOf(language())) })
const shownFields = ({ listing, columns }: GridModel): readonly Field[] =>
  columns.map((name) => listing.fields.find((field) => field.name === name)!)

/** Rows as a spreadsheet takes them: the columns that are shown, with tabs between. */
function tabSeparated(fields: readonly Field[], rows: readonly Row[]): string {
  const cells = fields.map((field) => [field.name, spreadsheetText(field)] as const)
  return rows.map((row) => cells.map(([name, said]) => said(row[name])).join('\t')).join('\n')
}

/** Copies the row under the cursor. */
export async function copyRow(model: GridModel): Promise<void> {
  const { row } = model
  const fields = shownFields(model)
  if (row) await copyText(model, { text: tabSeparated(fields, [row]), said: rowsCopied(1), rows: 1, fields })
}

/** Copies what stands in the cell under the cursor. */
export async function copyCell(model: GridModel): Promise<void> {
  const { row, cursor, listing } = model
  const field = listing.fields.find(({ name }) => name === cursor.column)
  if (!row || !field) return
  const cell = spreadsheetText(field)(row[field.name])
  await copyText(model, { text: cell, said: text('grid.copiedCell'), rows: 1, fields: [field] })
}

/** Copies the marked rows that are known here, with their headings. What is not loaded cannot be copied; a file can. */
export async function copyMarked(model: GridModel): Promise<void> {
  const { state, listing, columns } = model
  const rows = markCount(state.marks) > 0 ? loadedMarkedRows(model) : []
  if (rows.length === 0) return toast('info', text('grid.nothingMarked'))
  const fields = shownFields(model)
  const heads = columns.map((name) => labelOf(listing, name)).join('\t')
  const table = `${heads}\n${tabSeparated(fields, rows)}`
  if (!(await copyText(model, { text: table, said: rowsCopied(rows.length), rows: rows.length, fields }))) return
  const left = markCount(state.marks) - rows.length
  if (left > 0) toast('warn', say('grid.notCopied', { count: left, rows: left.toLocaleString(localeOf(language())) }))
}
