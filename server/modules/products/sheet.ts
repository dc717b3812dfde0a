import { z } from 'zod'
import type { Currency, IdOf } from '#contract/kernel/values.ts'
import { ExtensionTerms, PenaltyTerms } from '#contract/loans/terms.ts'
import { integerCell, textCell } from '#contract/products/cell-codecs.ts'
import { extensionFields, levelFields, penaltyFields, type TermField } from '#contract/products/fields.ts'
import { Level, Levels, type ProductTerms } from '#contract/products/quota.ts'
import { ProductCode } from '#contract/products/row.ts'
import {
  type CellIssue,
  issueAt,
  mustParse,
  type Template,
  type TemplateLine,
} from '#server/kernel/call/csv-template.ts'

const nameMax = 60
const ProductInfo = z.object({
  id: ProductCode,
  name: z.string().min(1).max(nameMax),
  app: z.string().min(1).max(nameMax),
  merchantId: z.string().nullable(),
  rank: z.int(),
  icon: z.string().max(nameMax).nullable(),
})
const aboutFields: readonly TermField[] = [
  { field: 'id', column: 'id', cell: textCell },
  { field: 'name', column: 'name', cell: textCell },
  { field: 'app', column: 'app', cell: textCell },
  { field: 'merchantId', column: 'merchant', cell: textCell, blank: null },
  { field: 'rank', column: 'rank', cell: integerCell, blank: 0 },
  { field: 'icon', column: 'icon', cell: textCell, blank: null },
]

const parts = {
  about: { schema: ProductInfo, fields: aboutFields },
  level: { schema: Level, fields: levelFields },
  penalty: { schema: PenaltyTerms, fields: penaltyFields },
  extension: { schema: ExtensionTerms, fields: extensionFields },
}
type PartName = keyof typeof parts
/** What all levels of a product have in common; its first line says it. */
const shared = ['about', 'penalty', 'extension'] as const

const columnsOf = (...names: readonly PartName[]): string[] =>
  names.flatMap((name) => parts[name].fields.map(({ column }) => column))
const rowsMax = 1_000

/** The sheet that new products are written into: a line for each level, the first one with what all have in common. */
export const productTemplate: Template = {
  id: 'products',
  version: 1,
  columns: columnsOf('about', 'level', 'penalty', 'extension'),
  rowsMax,
}

/** A product as its sheet describes it. */
export interface ProductSheet {
  readonly line: number
  readonly id: IdOf<'product'>
  readonly about: z.output<typeof ProductInfo>
  readonly terms: ProductTerms
}

interface ProductKey {
  readonly id: IdOf<'product'>
  readonly currency: Currency
}

/** One part of a line, or what is wrong with it, each by its column. */
function readPart(part: PartName, { line, cells }: TemplateLine, currency: Currency): { value: unknown } | CellIssue[] {
  const { fields, schema } = parts[part]
  const value: Record<string, unknown> = {}
  const issues: CellIssue[] = []
  for (const { field, column, cell, blank } of fields) {
    const typed = cells[column] ?? ''
    const missing = blank === undefined ? { problem: 'required' } : { value: blank }
    const got = typed === '' ? missing : cell.read(typed, currency)
    if ('problem' in got) issues.push(issueAt(line, column, got.problem))
    else value[field] = got.value
  }
  if (issues.length > 0) return issues
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return { value: parsed.data }
  return parsed.error.issues.map((issue) => {
    const { column = part } = fields.find(({ field }) => field === issue.path[0]) ?? {}
    return { ...issue, path: [line, column] }
  })
}

/** What only the first line of a product may say. */
const repeated = ({ line, cells }: TemplateLine): CellIssue[] =>
  columnsOf(...shared)
    .filter((column) => column !== 'id' && cells[column] !== '')
    .map((column) => issueAt(line, column, 'first_line_only'))

function readOne(lines: readonly TemplateLine[], currency: Currency): ProductSheet | CellIssue[] {
  const [first, ...more] = lines as [TemplateLine, ...TemplateLine[]] // at least the line that named it
  const issues: CellIssue[] = more.flatMap(repeated)
  const readOrNote = (part: PartName, line: TemplateLine): unknown => {
    const read = readPart(part, line, currency)
    if ('value' in read) return read.value
    issues.push(...read)
    return null
  }
  const [about, penalty, extension] = shared.map((part) => readOrNote(part, first))
  const levels = Levels.safeParse(lines.map((line) => readOrNote('level', line)))
  if (issues.length === 0 && !levels.success) issues.push(issueAt(first.line, 'level', 'levels_not_counted'))
  if (issues.length > 0) return issues
  // each part was read by its own schema, and the levels too where there is no issue
  const terms = { levels: levels.data, penalty, extension } as ProductTerms
  const named = about as ProductSheet['about']
  return { line: first.line, id: named.id as IdOf<'product'>, about: named, terms }
}

type Cells = Record<string, string>

const writePart = (part: PartName, value: object, currency: Currency): Cells =>
  Object.fromEntries(
    parts[part].fields.map(({ field, column, cell }) => [
      column,
      cell.write((value as Record<string, never>)[field]!, currency), // by its schema
    ]),
  )

/** The lines of a product as its sheet has them: `readProducts` of them is the product. */
export function writeProduct(
  product: Omit<z.output<typeof ProductInfo>, 'id'> & ProductKey,
  terms: ProductTerms,
): Cells[] {
  const { id, currency } = product
  const write = (part: PartName, value: object) => writePart(part, value, currency)
  const common = { ...write('penalty', terms.penalty), ...write('extension', terms.extension) }
  return terms.levels.map((level, i) => ({
    ...(i === 0 ? { ...write('about', product), ...common } : { id }),
    ...write('level', level),
  }))
}

/**
 * The products of a filled sheet.
 * @throws InvalidInput naming line and column of everything that is wrong.
 */
export function readProducts(lines: readonly TemplateLine[], currency: Currency): ProductSheet[] {
  const ids = [...new Set(lines.map(({ cells }) => cells.id))]
  return mustParse(
    ids.map((id) => {
      const mine = lines.filter(({ cells }) => cells.id === id)
      return readOne(mine, currency)
    }),
  )
}
