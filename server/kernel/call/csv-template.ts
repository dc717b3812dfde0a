import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { type CsvError, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import type { z } from 'zod'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import { InvalidInput, Refusal } from '#server/kernel/base/refusal.ts'

/** CSV template: handed out blank, comes back filled. */
export interface Template<Column extends string = string> {
  /** What it is for: `products`. Stands in the first line, with the version, so that an old sheet is not misread. */
  readonly id: string
  readonly version: number
  readonly columns: readonly Column[]
  /** Most lines that one filled sheet may have. */
  readonly rowsMax: number
  /** Column mapping: what columns are called in sheets of others, which are read by their headings. None are without. */
  readonly headings?: Readonly<Record<Column, readonly string[]>>
  /** Columns that a sheet may lack: they are blank in it. */
  readonly optional?: readonly Column[]
  /** Columns of numbers, which may be less than nothing: a minus before digits is no formula in them. */
  readonly numbers?: readonly Column[]
}

/** A filled line: where it stands in the file, 1 for the first, and what is in each column. Blank cells are empty. */
export interface TemplateLine<Column extends string = string> {
  readonly line: number
  readonly cells: Readonly<Record<Column, string>>
}

const mark = 'template'

/** CSV file of a template with these lines in it; blank without any. */
export function templateFile<Column extends string>(
  { id, version, columns }: Template<Column>,
  lines: readonly Readonly<Partial<Record<Column, string>>>[] = [],
): FileResponse {
  const rows = lines.map((line) => columns.map((column) => line[column] ?? ''))
  const csv = stringify([[mark, id, String(version)], [...columns], ...rows], { bom: true, escape_formulas: true })
  return new FileResponse(`${id}-template.csv`, 'text/csv; charset=utf-8', Readable.from([csv]))
}

const bytesMax = 10 * 1_048_576
/** Spreadsheets separate by what their language does. */
const separators = [',', ';', '\t'] as const

async function textOf(path: string): Promise<string> {
  if ((await stat(path)).size > bytesMax) throw new Refusal('file_too_large', { maxMb: bytesMax / 1_048_576 })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch {
    throw new Refusal('template_unknown')
  }
}

interface ParsedRecord {
  readonly record: string[]
  /** How many lines were read, up to its last one. */
  readonly info: { readonly lines: number }
}

/** Longest line, in characters, and most cells of one, by its separators: what has more is no sheet that somebody fills in. */
const [lineMax, cellsMax] = [65_536, 256]

/** What separates the cells of a sheet of others: the sign that its headings have most of. */
function separatorOf(text: string): (typeof separators)[number] {
  const [first = ''] = text.slice(0, lineMax).split('\n', 1)
  return separators.toSorted((a, b) => first.split(b).length - first.split(a).length)[0]!
}

/** Parsing holds everybody up as long as it takes: what is wider than any sheet is refused before. */
function mustBeNarrow(text: string, separator: string): void {
  const [newline, between] = [10, separator.charCodeAt(0)]
  let [start, cells] = [0, 1]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === newline) [start, cells] = [at, 1]
    else if (code === between) cells += 1
    if (cells > cellsMax || at - start > lineMax) throw new Refusal('template_unknown')
  }
}

const isOurs = (text: string): boolean => separators.some((sign) => text.startsWith(`${mark}${sign}`))

/** So many characters are parsed at once, which takes milliseconds: others are served in between. */
const pieceLength = 2_048

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceLength) {
    await setImmediate()
    yield text.slice(at, at + pieceLength)
  }
}

/** Parses records, not more than `most`: a sheet of millions is not read to its end to be refused. */
async function parseRecords(text: string, othersToo: boolean, most: number): Promise<ParsedRecord[]> {
  const ours = separators.find((sign) => text.startsWith(`${mark}${sign}`))
  const delimiter = ours ?? (othersToo ? separatorOf(text) : undefined)
  if (!delimiter || text.includes('\0')) throw new Refusal('template_unknown')
  mustBeNarrow(text, delimiter)
  const records: ParsedRecord[] = []
  const options = { delimiter, info: true, relax_column_count: true, skip_empty_lines: true }
  try {
    await pipeline(Readable.from(piecesOf(text)), parse(options), async (parsed: AsyncIterable<ParsedRecord>) => {
      for await (const record of parsed) if (records.push(record) === most) return
    })
  } catch (error) {
    if (records.length < most)
      throw new Refusal('template_quote', { line: (error as CsvError & { lines?: number }).lines ?? 1 }) // what it throws
  }
  return records
}

const formula = /^[=+@\t\r-]/
const negative = /^-[\d,.]+$/
const breaksIn = (cells: readonly string[]) => cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)

/** What is wrong with a cell of a filled sheet. */
export type CellIssue = z.core.$ZodIssue

/** Cell issue: what is wrong at a line and a column. The reason is a key below `issues`, or `said` in the reader's words. */
export const issueAt = (line: number, column: string, reason: string, said?: string): CellIssue => ({
  code: 'custom',
  path: [line, column],
  message: reason,
  input: '',
  ...(said !== undefined && { params: { said } }),
})

const plain = (heading: string) => heading.trim().toLowerCase()

/** Column mapping: the heading that each column is read from, and where it stands; −1 where the sheet has none. */
function headingsOf<Column extends string>(
  { columns, headings }: Pick<Template<Column>, 'columns' | 'headings'>,
  given: readonly string[],
): Map<Column, number> {
  const known = given.map(plain)
  return new Map(
    columns.map((column) => {
      const names = [column, ...(headings?.[column] ?? [])].map(plain)
      return [column, names.map((name) => known.indexOf(name)).find((at) => at >= 0) ?? -1]
    }),
  )
}

/** So many lines that are blank but for their separators spreadsheets may leave below those that are filled. */
const blankMax = 10_000

/** The headings and lines of a sheet. @throws Refusal for one that is not this template, or of another version. */
async function partsOf<Column extends string>({ id, version, headings, rowsMax }: Template<Column>, text: string) {
  const most = 2 * rowsMax + blankMax
  const [head, ...rest] = await parseRecords(text, headings !== undefined, most)
  if (rest.length === most - 1) throw new Refusal('template_rows', { count: rest.length, max: rowsMax })
  if (!isOurs(text)) return { names: head, lines: rest }
  const [, ofWhat, ofVersion] = head?.record ?? []
  if (ofWhat !== id) throw new Refusal('template_unknown')
  if (ofVersion !== String(version)) throw new Refusal('template_old', { version, got: ofVersion ?? '–' })
  const [names, ...lines] = rest
  return { names, lines }
}

/**
 * Reads a filled template, and where it says what others call its columns, their sheets.
 * @throws Refusal for a file that is not this template, of another version, or empty; InvalidInput naming line and column of
 * every cell that holds a formula.
 */
export async function readTemplate<Column extends string>(
  template: Template<Column>,
  path: string,
): Promise<TemplateLine<Column>[]> {
  const { columns, rowsMax, optional = [], numbers = [] } = template
  const { names, lines: records } = await partsOf(template, (await textOf(path)).replace(/^\ufeff/, ''))
  const places = headingsOf(template, names?.record ?? [])
  const missing = columns.filter((column) => places.get(column)! < 0 && !optional.includes(column))
  if (missing.length > 0) throw new Refusal('template_columns', { columns: missing.join(', ') })
  const filled = records.filter(({ record }) => record.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) throw new Refusal('template_empty')
  if (filled.length > rowsMax) throw new Refusal('template_rows', { count: filled.length, max: rowsMax })
  const lines = filled.map(({ record, info }) => ({
    line: info.lines - breaksIn(record),
    cells: Object.fromEntries(columns.map((column) => [column, (record[places.get(column)!] ?? '').trim()])) as Record<
      Column,
      string // every column, as just made
    >,
  }))
  const isFormula = (cell: string, column: Column) =>
    formula.test(cell) && !(numbers.includes(column) && negative.test(cell))
  const formulas = lines.flatMap(({ line, cells }) =>
    columns.filter((column) => isFormula(cells[column], column)).map((column) => issueAt(line, column, 'formula')),
  )
  if (formulas.length > 0) throw new InvalidInput(formulas)
  return lines
}

/** Issues of values that stand in a column a second time. A value of null is none. */
export function duplicatesIn<Line extends { readonly line: number }>(
  lines: readonly Line[],
  column: string,
  keyOf: (line: Line) => string | null,
): CellIssue[] {
  const seen = new Set<string>()
  return lines.flatMap((line) => {
    const value = keyOf(line)
    if (value === null) return []
    const isRepeated = seen.has(value)
    seen.add(value)
    return isRepeated ? [issueAt(line.line, column, 'repeated')] : []
  })
}

/**
 * Lines as they were parsed, where all of them could be, and `check` finds nothing wrong between them.
 * @throws InvalidInput naming line and column of everything that is wrong.
 */
export function mustParse<Line extends object>(
  parsed: readonly (Line | CellIssue[])[],
  check: (lines: readonly Line[]) => CellIssue[] = () => [],
): Line[] {
  const isLine = (one: Line | CellIssue[]): one is Line => !Array.isArray(one)
  const lines = parsed.filter(isLine)
  const issues = [...parsed.flatMap((one) => (isLine(one) ? [] : one)), ...check(lines)]
  if (issues.length > 0) throw new InvalidInput(issues)
  return lines
}
