import { sql } from 'drizzle-orm'
import type { ImportMapping } from '#contract/imports/mapping.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import { countImportedLoans, type LentTotals } from '#server/modules/customers/steps.ts'
import type { ImportContext } from './context.ts'
import { type BookLoan, customerSchema, loanSchema } from './csv-schemas.ts'
import { addCustomers, borrowersOf, tablesOfCustomers } from './customers.ts'
import type { OpenedFile } from './inspect.ts'
import { differencesOf, knownOrders } from './known-orders.ts'
import { addImportedProduct, addOrders, tablesOfOrders } from './orders.ts'
import { type CsvSchema, type LineProblem, type ParsedLine, parseLines } from './parse-lines.ts'
import { importProblemRows } from './store.ts'

/** The files of a book, and how to read them. */
export interface Book {
  readonly loans: OpenedFile
  readonly customers: OpenedFile | null
  readonly mapping: ImportMapping
}

/** What became of the lines of a file. */
export interface FileTally {
  readonly loaded: number
  /** Of customers: known before, with something else than the file tells now. */
  readonly changed: number
  /** Loaded before, as the file tells it. */
  readonly known: number
  readonly refused: number
}

/** A line that could be read. */
export type ReadLine<Row> = Extract<ParsedLine<Row>, { readonly row: Row }>

/** What became of the lines of a chunk that could be read. */
interface ChunkOutcome {
  readonly loaded: number
  readonly changed: number
  /** Lines that were refused for what is known already. */
  readonly refused: number
  /** What is to be told of lines beside that. */
  readonly remarks: readonly { readonly line: number; readonly problems: readonly LineProblem[] }[]
}
/** What became of a book. */
export interface ImportOutcome {
  readonly loans: FileTally
  readonly customers: FileTally
  /** Borrowers of whom nothing but the id is known. */
  readonly nameless: number
}

/** Lines that are loaded at once. */
const chunkSize = 1_000

/** Lines of a file, so many at once. */
export async function* chunksOf<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let chunk: Item[] = []
  for await (const item of items) {
    chunk.push(item)
    if (chunk.length < chunkSize) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** Keeps what is wrong with lines for the report. */
export const recordProblems = (
  { tx, importId }: Pick<ImportContext, 'tx' | 'importId'>,
  file: string,
  lines: readonly ({ readonly line: number } & (
    | { readonly row: unknown }
    | { readonly problems: readonly LineProblem[] }
  ))[],
): Promise<void> =>
  bulkInsert(
    tx,
    importProblemRows,
    lines.flatMap((one) => {
      const problems = 'problems' in one ? one.problems : []
      return problems.map(({ field, problem, got }) => {
        return { importId, file, line: one.line, field: field ?? '', fault: problem, got }
      })
    }),
  )

/** Adds what a file tells, chunk by chunk; `add` answers what became of its rows. */
async function writeFileRows<Row>(
  load: ImportContext,
  lines: AsyncIterable<ParsedLine<Row>>,
  { file }: CsvSchema<Row>,
  add: (rows: readonly ReadLine<Row>[], done: number) => Promise<ChunkOutcome>,
): Promise<FileTally> {
  let [done, loaded, changed, known, refused] = [0, 0, 0, 0, 0]
  for await (const chunk of chunksOf(lines)) {
    const rows = chunk.filter((one): one is ReadLine<Row> => 'row' in one)
    done += chunk.length
    const added = await add(rows, done)
    await recordProblems(load, file, [...chunk, ...added.remarks])
    loaded += added.loaded
    changed += added.changed
    refused += chunk.length - rows.length + added.refused
    known += rows.length - added.loaded - added.changed - added.refused
  }
  return { loaded, changed, known, refused }
}

/** Which orders are new, and which are known with something else than the file tells. */
export async function compareOrders(load: ImportContext, lines: readonly ReadLine<BookLoan>[]) {
  const known = await knownOrders(
    load,
    lines.map(({ row }) => row),
  )
  const remarks = lines.flatMap(({ line, row }) => {
    const there = known.get(row.loanId)
    const problems = there ? differencesOf(row, there, load.country) : []
    return problems.length > 0 ? [{ line, problems }] : []
  })
  return { fresh: lines.flatMap(({ row }) => (known.has(row.loanId) ? [] : [row])), remarks }
}

/** Adds the orders of a chunk that are not known yet, with their borrowers. One that is known otherwise is refused. */
async function writeOrders(
  load: ImportContext,
  lines: readonly ReadLine<BookLoan>[],
  lent: Map<IdOf<'customer'>, LentTotals>,
) {
  const { fresh, remarks } = await compareOrders(load, lines)
  const ids = fresh.map(({ customerId }) => customerId)
  const { all, added } = await borrowersOf(load, ids)
  await addOrders(load, fresh, all)
  for (const { customerId, createdAt } of fresh) {
    const id = all.get(customerId)!.customerId
    const at = Date.parse(createdAt)
    const { loans, firstMs } = lent.get(id) ?? { loans: 0, firstMs: at }
    lent.set(id, { loans: loans + 1, firstMs: Math.min(firstMs, at) })
  }
  return { loaded: fresh.length, changed: 0, refused: remarks.length, remarks, nameless: added }
}

const none: FileTally = { loaded: 0, changed: 0, known: 0, refused: 0 }

/** Tells the database what its tables are like now. Before it has seen so many rows it joins them one by one. */
async function analyzeTables({ tx }: ImportContext): Promise<void> {
  for (const table of [...tablesOfCustomers, ...tablesOfOrders]) await tx.execute(sql`analyze ${table}`)
}

/** Loads a book: its customers, then its orders. `tell` hears how many lines of orders are done. */
export async function writeBook(load: ImportContext, book: Book, tell: (done: number) => void): Promise<ImportOutcome> {
  const { country, now } = load
  const { mapping } = book
  await addImportedProduct(load)
  const people = customerSchema(country, toInstant(now))
  const customers = book.customers
    ? await writeFileRows(load, parseLines(book.customers, mapping, people), people, (lines) =>
        addCustomers(load, lines),
      )
    : none
  const lent = new Map<IdOf<'customer'>, LentTotals>()
  let nameless = 0
  const orders = loanSchema(country, toInstant(now))
  const loans = await writeFileRows(load, parseLines(book.loans, mapping, orders), orders, async (lines, done) => {
    const taken = await writeOrders(load, lines, lent)
    nameless += taken.nameless
    tell(done)
    return taken
  })
  await countImportedLoans(load.tx, lent)
  await analyzeTables(load)
  return { loans, customers, nameless }
}
