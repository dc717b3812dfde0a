import type { Cell, FileColumn } from './column.ts'

/** Tells spreadsheets that it is UTF-8. */
const mark = '\ufeff'
/** What a spreadsheet would run: told from text by a mark that it does not show. */
const formula = /^[=+\-@\t\r]/
const special = /[",\r\n]/

const quoted = (text: string): string => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const safe = (text: string): string => quoted(formula.test(text) ? `'${text}` : text)

/** Rows as CSV (RFC 4180): UTF-8 with a mark, text that cannot run as a formula, numbers as they are. */
export async function* csvFile(
  columns: readonly FileColumn[],
  rows: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Buffer> {
  const write = columns.map(({ type }) => (type === 'text' ? safe : (text: string) => text))
  yield Buffer.from(`${mark}${columns.map(({ heading }) => safe(heading)).join(',')}\n`)
  for await (const some of rows) {
    let text = ''
    for (const row of some) {
      for (const [i, cell] of row.entries()) text += (i === 0 ? '' : ',') + (cell === null ? '' : write[i]!(cell))
      text += '\n'
    }
    yield Buffer.from(text)
  }
}
