import { byteOrderMark, csvCell } from '#contract/kernel/csv.ts'
import type { Cell, FileColumn } from './column.ts'

/** Rows as CSV (RFC 4180): UTF-8 with a mark, text that cannot run as a formula, numbers as they are. */
export async function* csvFile(
  columns: readonly FileColumn[],
  rows: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Buffer> {
  const write = columns.map(({ type }) => (type === 'text' ? csvCell : (text: string) => text))
  yield Buffer.from(`${byteOrderMark}${columns.map(({ heading }) => csvCell(heading)).join(',')}\n`)
  for await (const some of rows) {
    let text = ''
    for (const row of some) {
      for (const [i, cell] of row.entries()) text += (i === 0 ? '' : ',') + (cell === null ? '' : write[i]!(cell))
      text += '\n'
    }
    yield Buffer.from(text)
  }
}
