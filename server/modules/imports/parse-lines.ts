import {
  type Columns,
  columnOf,
  fieldsOfFile,
  type ImportField,
  type ImportFile,
  importFields,
} from '#contract/imports/mapping.ts'
import type { CellParser, ImportProblem } from './cells.ts'
import { type CsvLine, csvLines } from './csv.ts'
import type { OpenedFile } from './inspect.ts'

/** What is wrong with a line, in which field, and what stands there. */
export interface LineProblem {
  /** None where it is the line as a whole. */
  readonly field: ImportField | null
  readonly problem: ImportProblem
  readonly got: string
}
/** A line as it was read: what it says, or everything that is wrong with it. */
export type ParsedLine<Row> = { readonly line: number } & (
  | { readonly row: Row }
  | {
      readonly problems: readonly LineProblem[]
      /** What could be read of it. */
      readonly partial: Partial<Row>
    }
)

/** What a line says, or everything that is wrong with it, beside what could be read. */
type JudgedLine<Row> = { row: Row } | { problems: LineProblem[]; partial: Partial<Row> }

/** Something that must hold between the fields of a line, and the field that is wrong where it does not. */
type Rule<Row> = readonly [field: ImportField, problem: ImportProblem, holds: (row: Row) => boolean]

/** How the lines of a file are read: each field by itself, then what must hold between them. */
export interface CsvSchema<Row> {
  readonly file: ImportFile
  readonly cells: { readonly [Field in keyof Row]: CellParser<Row[Field]> }
  readonly rules: readonly Rule<Row>[]
  /** The field that names a line: the first of a name counts. */
  readonly key: keyof Row & ImportField
}

type Texts = Readonly<Partial<Record<ImportField, string>>>

const gotMax = 80
const wrong = (field: ImportField, problem: ImportProblem, texts: Texts): LineProblem => ({
  field,
  problem,
  got: (texts[field] ?? '').slice(0, gotMax),
})

/** Reads the fields of a line, and judges them together where each could be read. */
function parseLine<Row>(texts: Texts, { file, cells, rules }: CsvSchema<Row>): JudgedLine<Row> {
  const needs: Readonly<Partial<Record<ImportField, string>>> = importFields[file]
  const values: Partial<Record<ImportField, unknown>> = {}
  const problems: LineProblem[] = []
  for (const field of fieldsOfFile(file)) {
    const text = texts[field] ?? ''
    const cell = (cells as Record<ImportField, CellParser<unknown>>)[field] // a sheet has a cell for every field of its file
    const blank = text.trim() === ''
    const told = blank ? (needs[field] === 'needed' ? { problem: 'blank' as const } : { value: null }) : cell(text)
    if ('problem' in told) problems.push(wrong(field, told.problem, texts))
    else values[field] = told.value
  }
  const row = values as Row // filled field by field, with what its cells say
  if (problems.length > 0) return { problems, partial: row }
  const broken = rules.filter(([, , holds]) => !holds(row))
  if (broken.length === 0) return { row }
  return { problems: broken.map(([field, problem]) => wrong(field, problem, texts)), partial: row }
}

/** Every line of a file below its headings. @throws Refusal where it cannot be read to its end. */
export async function* parseLines<Row>(
  opened: OpenedFile,
  columns: Columns,
  sheet: CsvSchema<Row>,
): AsyncGenerator<ParsedLine<Row>> {
  const { file, headings } = opened
  const places = fieldsOfFile(file).flatMap((field) => {
    const place = headings.indexOf(columnOf(columns, file, field) ?? '')
    return place < 0 ? [] : [[field, place] as const]
  })
  const seen = new Set<unknown>()
  const judge = ({ cells }: CsvLine): JudgedLine<Row> => {
    if (cells.length !== headings.length) {
      return { problems: [{ field: null, problem: 'columns', got: String(cells.length) }], partial: {} }
    }
    const texts: Texts = Object.fromEntries(places.map(([field, place]) => [field, cells[place]!]))
    const told = parseLine(texts, sheet)
    if ('problems' in told) return told
    if (seen.has(told.row[sheet.key])) {
      return { problems: [wrong(sheet.key, 'repeated', texts)], partial: told.row }
    }
    seen.add(told.row[sheet.key])
    return told
  }
  let below = false
  for await (const one of csvLines(opened, opened.separator)) {
    if (below) yield { line: one.line, ...judge(one) }
    below = true
  }
}
