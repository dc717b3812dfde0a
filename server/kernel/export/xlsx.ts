import type { Cell, CellType, FileColumn } from './column.ts'
import { zipStream } from './zip.ts'

/** Rows of one sheet beside its headings; more go on in a further one. The format's own limit. */
const sheetRows = 1_048_575

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const special = /[&<>"]/g
/** Control characters and halves of pairs, which XML has no place for. */
const unwritable = /[^\P{Cc}\t\n\r]|\p{Cs}|[\ufffe\uffff]/gu
const plain = /^[^&<>"\p{Cc}\p{Cs}\ufffe\uffff]*$/u
const xml = (text: string): string =>
  plain.test(text) ? text : text.replace(unwritable, '\ufffd').replace(special, (char) => escapes[char]!)
/** What a spreadsheet would take for a character written by its code. */
const code = /_(?=x[\dA-Fa-f]{4}_)/g

/** Rows written at once: few, so that the server answers others between them. */
const batchSize = 200
/** The longest text of a cell. The format's own limit. */
const textMax = 32_767

/** Styles by what a cell is, in the order of the style sheet: 0 is general, 1 the headings. */
const styles: Readonly<Record<CellType, number>> = { text: 2, count: 3, money: 4, percent: 5, date: 6, instant: 7 }
const formats = [
  [164, '#,##0.00'],
  [165, '0.####\\ "%"'],
  [166, 'yyyy\\-mm\\-dd'],
  [167, 'yyyy\\-mm\\-dd\\ hh:mm:ss'],
] as const
/** The number format of each style. */
const formatOf = [0, 0, 49, 1, 164, 165, 166, 167]

const styleSheet = (): string =>
  `${head}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">` +
  formats.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${xml(code)}"/>`).join('') +
  '</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/>' +
  '<name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  `<cellXfs count="${formatOf.length}">` +
  formatOf.map((id, i) => `<xf numFmtId="${id}" fontId="${i === 1 ? 1 : 0}" applyNumberFormat="1"/>`).join('') +
  '</cellXfs></styleSheet>'

/** A day or a moment as spreadsheets count: days since the end of 1899. */
const serial = (text: string): number =>
  Date.parse(text.length > 10 ? `${text.replace(' ', 'T')}Z` : text) / 86_400_000 + 25_569

const textCell = (style: number) => (text: string) =>
  `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml(text.slice(0, textMax).replace(code, '_x005F_'))}</t></is></c>`
const numberCell = (style: number) => (digits: string) => `<c s="${style}"><v>${digits}</v></c>`
const timeCell = (style: number) => (text: string) => `<c s="${style}"><v>${serial(text)}</v></c>`

function writerOf(type: CellType): (text: string) => string {
  if (type === 'text') return textCell(styles.text)
  return (type === 'date' || type === 'instant' ? timeCell : numberCell)(styles[type])
}
const emptyCell = '<c/>'

/** Rows, chunk by chunk, that can be taken a sheet's worth at a time. */
class RowReader {
  readonly #chunks: AsyncIterator<readonly (readonly Cell[])[]>
  #held: readonly (readonly Cell[])[] = []
  over = false

  constructor(chunks: AsyncIterable<readonly (readonly Cell[])[]>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The next rows, at most so many; none at the end. */
  async take(most: number): Promise<readonly (readonly Cell[])[]> {
    while (this.#held.length === 0 && !this.over) {
      const { done, value } = await this.#chunks.next()
      this.over = done === true
      this.#held = done ? [] : value
    }
    const some = this.#held.slice(0, most)
    this.#held = this.#held.slice(most)
    return some
  }
}

async function* sheet(columns: readonly FileColumn[], rows: RowReader): AsyncGenerator<Buffer> {
  const writers = columns.map(({ type }) => writerOf(type))
  const headings = columns.map(({ heading }) => textCell(1)(heading)).join('')
  const frozen = '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView>'
  yield Buffer.from(
    `${head}<worksheet xmlns="${main}"><sheetViews>${frozen}</sheetViews><sheetData><row>${headings}</row>`,
  )
  for (let left = sheetRows; left > 0; ) {
    const some = await rows.take(Math.min(left, batchSize))
    if (some.length === 0) break
    left -= some.length
    let text = ''
    for (const row of some) {
      text += '<row>'
      for (const [i, cell] of row.entries()) text += cell === null ? emptyCell : writers[i]!(cell)
      text += '</row>'
    }
    yield Buffer.from(text)
  }
  yield Buffer.from('</sheetData></worksheet>')
}

const text = (content: string): Buffer[] => [Buffer.from(content)]

function* frame(sheets: number) {
  const all = Array.from({ length: sheets }, (_, i) => i + 1)
  const overrides = all.map(
    (i) => `<Override PartName="/xl/worksheets/sheet${i}.xml" ContentType="${contentTypes}.worksheet+xml"/>`,
  )
  yield {
    name: '[Content_Types].xml',
    content: text(
      `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${contentTypes}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${contentTypes}.styles+xml"/>${overrides.join('')}</Types>`,
    ),
  }
  yield {
    name: '_rels/.rels',
    content: text(
      `${head}<Relationships xmlns="${relationships}">` +
        `<Relationship Id="rId1" Type="${relationshipTypes}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
  }
  yield {
    name: 'xl/workbook.xml',
    content: text(
      `${head}<workbook xmlns="${main}" xmlns:r="${relationshipTypes}"><sheets>` +
        all.map((i) => `<sheet name="${i}" sheetId="${i}" r:id="rId${i}"/>`).join('') +
        '</sheets></workbook>',
    ),
  }
  yield {
    name: 'xl/_rels/workbook.xml.rels',
    content: text(
      `${head}<Relationships xmlns="${relationships}">` +
        all
          .map(
            (i) =>
              `<Relationship Id="rId${i}" Type="${relationshipTypes}/worksheet" Target="worksheets/sheet${i}.xml"/>`,
          )
          .join('') +
        `<Relationship Id="rId${sheets + 1}" Type="${relationshipTypes}/styles" Target="styles.xml"/></Relationships>`,
    ),
  }
  yield { name: 'xl/styles.xml', content: text(styleSheet()) }
}

/** Rows as a workbook (XLSX, ECMA-376), written as they come. Text is text, whatever it looks like. */
export async function* xlsxFile(
  columns: readonly FileColumn[],
  chunks: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Buffer> {
  const rows = new RowReader(chunks)
  const parts = async function* () {
    let sheets = 0
    do {
      sheets += 1
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet(columns, rows) }
    } while (!rows.over)
    yield* frame(sheets)
  }
  yield* zipStream(parts())
}
