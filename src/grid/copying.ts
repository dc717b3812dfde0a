import { type Field, personal } from '#contract/kernel/field.ts'
import { announce } from '#src/call/announce.ts'
import { language } from '#src/locale/language.ts'
import { say, text } from '#src/locale/text.ts'
import { toast } from '#src/ui/toast.ts'
import { tellCopied } from './calls.ts'
import { plainText } from './cells.ts'
import { knownMarked } from './meant.ts'
import type { Row } from './pages.ts'
import { labelOf } from './reader.ts'
import { countOf } from './selection.ts'
import type { Sheet } from './sheet.ts'

interface Copied {
  readonly text: string
  /** What the person is told. */
  readonly said: string
  readonly rows: number
  readonly fields: readonly Field[]
}

/** Puts text on the clipboard. Where it identifies people that is on the record first, or nothing is copied. */
async function copy({ listing }: Sheet, { text: copied, said, rows, fields }: Copied): Promise<boolean> {
  const columns = fields.filter(personal).map(({ name }) => name)
  try {
    if (columns.length > 0) await tellCopied(listing, { rows, columns })
    await navigator.clipboard.writeText(copied)
  } catch (error) {
    announce(error)
    return false
  }
  toast('info', said)
  return true
}

const rowsCopied = (count: number): string => say('grid.copied', { count, rows: count.toLocaleString(language()) })
const shownFields = ({ listing, columns }: Sheet): readonly Field[] =>
  columns.map((name) => listing.fields.find((field) => field.name === name)!)

/** Rows as a spreadsheet takes them: the columns that are shown, with tabs between. */
function tabbed(fields: readonly Field[], rows: readonly Row[]): string {
  const cells = fields.map((field) => [field.name, plainText(field)] as const)
  return rows.map((row) => cells.map(([name, said]) => said(row[name])).join('\t')).join('\n')
}

/** Copies the row under the cursor. */
export async function copyRow(sheet: Sheet): Promise<void> {
  const { row } = sheet
  const fields = shownFields(sheet)
  if (row) await copy(sheet, { text: tabbed(fields, [row]), said: rowsCopied(1), rows: 1, fields })
}

/** Copies what stands in the cell under the cursor. */
export async function copyCell(sheet: Sheet): Promise<void> {
  const { row, cursor, listing } = sheet
  const field = listing.fields.find(({ name }) => name === cursor.column)
  if (!row || !field) return
  const cell = plainText(field)(row[field.name])
  await copy(sheet, { text: cell, said: text('grid.copiedCell'), rows: 1, fields: [field] })
}

/** Copies the marked rows that are known here, with their headings. What is not loaded cannot be copied; a file can. */
export async function copyMarked(sheet: Sheet): Promise<void> {
  const { state, listing, columns } = sheet
  const rows = countOf(state.marks) > 0 ? knownMarked(sheet) : []
  if (rows.length === 0) return toast('info', text('grid.nothingMarked'))
  const fields = shownFields(sheet)
  const heads = columns.map((name) => labelOf(listing, name)).join('\t')
  const table = `${heads}\n${tabbed(fields, rows)}`
  if (!(await copy(sheet, { text: table, said: rowsCopied(rows.length), rows: rows.length, fields }))) return
  const left = countOf(state.marks) - rows.length
  if (left > 0) toast('warn', say('grid.notCopied', { count: left, rows: left.toLocaleString(language()) }))
}
