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
import { addImportedProduct, addOrders, knownOrders, tablesOfOrders } from './orders.ts'
import { type CsvSchema, type ParsedLine, parseLines } from './parse-lines.ts'
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
  /** Loaded before. */
  readonly known: number
  readonly refused: number
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

async function* chunksOf<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
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
const recordProblems = (
  { tx, importId }: ImportContext,
  file: string,
  lines: readonly ParsedLine<unknown>[],
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

/** Adds what a file tells, chunk by chunk; `add` answers how many of its rows were new. */
async function writeFileRows<Row>(
  load: ImportContext,
  lines: AsyncIterable<ParsedLine<Row>>,
  { file }: CsvSchema<Row>,
  add: (rows: readonly Row[], done: number) => Promise<number>,
): Promise<FileTally> {
  let [loaded, known, refused] = [0, 0, 0]
  for await (const chunk of chunksOf(lines)) {
    const rows = chunk.flatMap((one) => ('row' in one ? [one.row] : []))
    const added = await add(rows, loaded + known + refused + chunk.length)
    await recordProblems(load, file, chunk)
    loaded += added
    known += rows.length - added
    refused += chunk.length - rows.length
  }
  return { loaded, known, refused }
}

/** Adds the orders of a chunk that are not known yet, with their borrowers. */
async function writeOrders(load: ImportContext, rows: readonly BookLoan[], lent: Map<IdOf<'customer'>, LentTotals>) {
  const known = await knownOrders(load, rows)
  const fresh = rows.filter(({ loanId }) => !known.has(loanId))
  const ids = fresh.map(({ customerId }) => customerId)
  const { all, added } = await borrowersOf(load, ids)
  await addOrders(load, fresh, all)
  for (const { customerId, createdAt } of fresh) {
    const id = all.get(customerId)!.customerId
    const at = Date.parse(createdAt)
    const { loans, firstMs } = lent.get(id) ?? { loans: 0, firstMs: at }
    lent.set(id, { loans: loans + 1, firstMs: Math.min(firstMs, at) })
  }
  return { loaded: fresh.length, nameless: added }
}

const none: FileTally = { loaded: 0, known: 0, refused: 0 }

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
    ? await writeFileRows(load, parseLines(book.customers, mapping, people), people, (rows) => addCustomers(load, rows))
    : none
  const lent = new Map<IdOf<'customer'>, LentTotals>()
  let nameless = 0
  const orders = loanSchema(country, toInstant(now))
  const loans = await writeFileRows(load, parseLines(book.loans, mapping, orders), orders, async (rows, done) => {
    const taken = await writeOrders(load, rows, lent)
    nameless += taken.nameless
    tell(done)
    return taken.loaded
  })
  await countImportedLoans(load.tx, lent)
  await analyzeTables(load)
  return { loans, customers, nameless }
}
