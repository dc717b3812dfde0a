import { eq, sql } from 'drizzle-orm'
import type { ImportMapping } from '#contract/imports/mapping.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import type { Database } from '#server/kernel/base/database.ts'
import { countImportedLoans, type ImportedTotals } from '#server/modules/customers/steps/customers.ts'
import { type ChunkPace, chunkSize } from './chunk-pace.ts'
import type { ImportContext } from './context.ts'
import { type BookLoan, customerSchema, loanSchema } from './csv-schemas.ts'
import { addCustomers, borrowersOf, tablesOfCustomers } from './customers.ts'
import type { OpenedFile } from './inspect.ts'
import { differencesOf, knownOrders } from './known-orders.ts'
import { addImportedProduct, addOrders, tablesOfOrders } from './orders.ts'
import { type CsvSchema, type LineProblem, type ParsedLine, parseLines } from './parse-lines.ts'
import { importProblemRows, importRows } from './store.ts'

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

const none: FileTally = { loaded: 0, changed: 0, known: 0, refused: 0 }

/** What became of a book. */
export interface ImportOutcome {
  readonly loans: FileTally
  readonly customers: FileTally
  /** Borrowers of whom nothing but the id is known. */
  readonly nameless: number
}

/** Does something with a part of a book in a transaction of its own, and again where it gave way to somebody. */
export type ChunkTransaction = <Result>(work: (load: ImportContext) => Promise<Result>) => Promise<Result>

/** How a book is written. */
interface BookWriter extends Pick<ImportContext, 'country' | 'now'> {
  readonly transaction: ChunkTransaction
  readonly pace: ChunkPace
  /** Has the database look at its tables anew. */
  readonly analyze: () => Promise<void>
}

/** So many times as large as when it was last looked at, a table is another one to the planner. */
const growth = 4

/** Lines of a file, so many at once. */
export async function* chunksOf<Item>(items: AsyncIterable<Item>, size = () => chunkSize): AsyncGenerator<Item[]> {
  let chunk: Item[] = []
  for await (const item of items) {
    chunk.push(item)
    if (chunk.length < size()) continue
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

/** What is done with the rows of a chunk, in its transaction, and once it is over. */
interface ChunkWriter<Row, Outcome extends ChunkOutcome> {
  readonly add: (load: ImportContext, rows: readonly ReadLine<Row>[]) => Promise<Outcome>
  /** Writes down what became of all lines so far. */
  readonly written?: (load: ImportContext, sum: FileTally) => Promise<void>
  /** Hears what was added, and what became of all lines so far, once that stays. */
  readonly committed?: (added: Outcome, sum: FileTally) => void
}

/** Adds what a file tells, chunk by chunk, each in a transaction of its own. */
async function writeFileRows<Row, Outcome extends ChunkOutcome>(
  { transaction, pace, analyze }: BookWriter,
  lines: AsyncIterable<ParsedLine<Row>>,
  { file }: CsvSchema<Row>,
  { add, written, committed }: ChunkWriter<Row, Outcome>,
): Promise<FileTally> {
  let sum = none
  let analyzed = chunkSize / growth
  for await (const chunk of chunksOf(lines, pace.size)) {
    const rows = chunk.filter((one): one is ReadLine<Row> => 'row' in one)
    const from = performance.now()
    const done = await transaction(async (load) => {
      const added = await add(load, rows)
      await recordProblems(load, file, [...chunk, ...added.remarks])
      const now = {
        loaded: sum.loaded + added.loaded,
        changed: sum.changed + added.changed,
        known: sum.known + rows.length - added.loaded - added.changed - added.refused,
        refused: sum.refused + chunk.length - rows.length + added.refused,
      }
      await written?.(load, now)
      return { added, now }
    })
    sum = done.now
    committed?.(done.added, sum)
    await pace.rest(performance.now() - from)
    if (sum.loaded < analyzed * growth) continue
    // the plan of a prepared statement stays what it was when the tables were small
    await analyze()
    analyzed = sum.loaded
  }
  return sum
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
async function writeOrders(load: ImportContext, lines: readonly ReadLine<BookLoan>[]) {
  const { fresh, remarks } = await compareOrders(load, lines)
  const ids = fresh.map(({ customerId }) => customerId)
  const { all, added } = await borrowersOf(load, ids)
  await addOrders(load, fresh, all)
  const lent = new Map<IdOf<'customer'>, ImportedTotals>()
  for (const { customerId, createdAt } of fresh) {
    const id = all.get(customerId)!.customerId
    const at = Date.parse(createdAt)
    const { loans, firstMs } = lent.get(id) ?? { loans: 0, firstMs: at }
    lent.set(id, { loans: loans + 1, firstMs: Math.min(firstMs, at) })
  }
  await countImportedLoans(load.tx, lent)
  return { loaded: fresh.length, changed: 0, refused: remarks.length, remarks, nameless: added }
}

/** Tells the database what its tables are like now. Before it has seen so many rows it joins them one by one. */
export async function analyzeTables({ db, idle }: Pick<Database, 'db' | 'idle'>): Promise<void> {
  for (const table of [...tablesOfCustomers, ...tablesOfOrders]) {
    await idle()
    await db.execute(sql`analyze ${table}`)
  }
}

/** Writes down how far the file of loans is loaded, with what is loaded. */
async function writeProgress({ tx, importId }: ImportContext, { loaded, known, refused }: FileTally): Promise<void> {
  const done = loaded + known + refused
  await tx.update(importRows).set({ loaded, known, refused, done }).where(eq(importRows.id, importId))
}

/** Loads a book: its customers, then its orders. `tell` hears how many lines of orders are loaded. */
export async function writeBook(writer: BookWriter, book: Book, tell: (done: number) => void): Promise<ImportOutcome> {
  const { country, now, transaction } = writer
  const { mapping } = book
  await transaction(async (load) => {
    const { tx, importId } = load
    await tx.delete(importProblemRows).where(eq(importProblemRows.importId, importId)) // those of a dry run
    await addImportedProduct(load)
  })
  const people = customerSchema(country, toInstant(now))
  const customers = book.customers
    ? await writeFileRows(writer, parseLines(book.customers, mapping, people), people, { add: addCustomers })
    : none
  let nameless = 0
  const orders = loanSchema(country, toInstant(now))
  const loans = await writeFileRows(writer, parseLines(book.loans, mapping, orders), orders, {
    add: writeOrders,
    written: writeProgress,
    committed(added, sum) {
      nameless += added.nameless
      tell(sum.loaded + sum.known + sum.refused)
    },
  })
  return { loans, customers, nameless }
}
