import { say, text } from '#src/locale/text.ts'
import { toast } from '#src/ui/toast.ts'
import { plainText } from './cells.ts'
import { knownMarked } from './meant.ts'
import type { Row } from './pages.ts'
import { labelOf } from './reader.ts'
import { countOf } from './selection.ts'
import type { Sheet } from './sheet.ts'

async function copy(copied: string, said: string): Promise<void> {
  await navigator.clipboard.writeText(copied)
  toast('info', said)
}
const rowsCopied = (count: number): string => say('grid.copied', { count })

/** Rows as a spreadsheet takes them: the columns that are shown, with tabs between. */
function tabbed({ listing, columns }: Sheet, rows: readonly Row[]): string {
  const fields = columns.map((name) => listing.fields.find((field) => field.name === name)!)
  const cells = fields.map((field) => [field.name, plainText(field)] as const)
  return rows.map((row) => cells.map(([name, said]) => said(row[name])).join('\t')).join('\n')
}

/** Copies the row under the cursor. */
export async function copyRow(sheet: Sheet): Promise<void> {
  if (sheet.row) await copy(tabbed(sheet, [sheet.row]), rowsCopied(1))
}

/** Copies what stands in the cell under the cursor. */
export async function copyCell({ row, state, listing }: Sheet): Promise<void> {
  const field = listing.fields.find(({ name }) => name === state.cursor.column)
  if (row && field) await copy(plainText(field)(row[field.name]), text('grid.copiedCell'))
}

/** Copies the marked rows that are known here, with their headings. What is not loaded cannot be copied; a file can. */
export async function copyMarked(sheet: Sheet): Promise<void> {
  const { state, listing, columns } = sheet
  const rows = countOf(state.marks) > 0 ? knownMarked(sheet) : []
  if (rows.length === 0) return toast('info', text('grid.nothingMarked'))
  const heads = columns.map((name) => labelOf(listing, name)).join('\t')
  await copy(`${heads}\n${tabbed(sheet, rows)}`, rowsCopied(rows.length))
  const left = countOf(state.marks) - rows.length
  if (left > 0) toast('warn', text('grid.notCopied', { count: left }))
}
