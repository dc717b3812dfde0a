import { sql } from 'drizzle-orm'
import type { ImportMapping } from '#contract/imports/mapping.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { addRows } from './bulk.ts'
import type { Opened } from './inspect.ts'
import { type Line, linesOf, type Sheet } from './lines.ts'
import type { Load } from './load.ts'
import { addImportedProduct, addOrders, filledByOrders, knownOrders } from './orders.ts'
import { addCustomers, borrowersOf, countLoans, filledByPeople, type Lent } from './people.ts'
import { type BookLoan, customerSheet, loanSheet } from './sheets.ts'
import { importProblemRows } from './store.ts'

/** The files of a book, and how to read them. */
export interface Book {
  readonly loans: Opened
  readonly customers: Opened | null
  readonly mapping: ImportMapping
}

/** What became of the lines of a file. */
export interface Tally {
  readonly loaded: number
  /** Loaded before. */
  readonly known: number
  readonly refused: number
}
/** What became of a book. */
export interface Outcome {
  readonly loans: Tally
  readonly customers: Tally
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
const keepProblems = ({ tx, importId }: Load, file: string, lines: readonly Line<unknown>[]): Promise<void> =>
  addRows(
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
async function takeFile<Row>(
  load: Load,
  lines: AsyncIterable<Line<Row>>,
  { file }: Sheet<Row>,
  add: (rows: readonly Row[], done: number) => Promise<number>,
): Promise<Tally> {
  let [loaded, known, refused] = [0, 0, 0]
  for await (const chunk of chunksOf(lines)) {
    const rows = chunk.flatMap((one) => ('row' in one ? [one.row] : []))
    const added = await add(rows, loaded + known + refused + chunk.length)
    await keepProblems(load, file, chunk)
    loaded += added
    known += rows.length - added
    refused += chunk.length - rows.length
  }
  return { loaded, known, refused }
}

/** Adds the orders of a chunk that are not known yet, with their borrowers. */
async function takeOrders(load: Load, rows: readonly BookLoan[], lent: Map<IdOf<'customer'>, Lent>) {
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

const none: Tally = { loaded: 0, known: 0, refused: 0 }

/** Tells the database what its tables are like now. Before it has seen so many rows it joins them one by one. */
async function countRows({ tx }: Load): Promise<void> {
  for (const table of [...filledByPeople, ...filledByOrders]) await tx.execute(sql`analyze ${table}`)
}

/** Loads a book: its customers, then its orders. `tell` hears how many lines of orders are done. */
export async function takeBook(load: Load, book: Book, tell: (done: number) => void): Promise<Outcome> {
  const { country, now } = load
  const { mapping } = book
  await addImportedProduct(load)
  const people = customerSheet(country, toInstant(now))
  const customers = book.customers
    ? await takeFile(load, linesOf(book.customers, mapping, people), people, (rows) => addCustomers(load, rows))
    : none
  const lent = new Map<IdOf<'customer'>, Lent>()
  let nameless = 0
  const orders = loanSheet(country, toInstant(now))
  const loans = await takeFile(load, linesOf(book.loans, mapping, orders), orders, async (rows, done) => {
    const taken = await takeOrders(load, rows, lent)
    nameless += taken.nameless
    tell(done)
    return taken.loaded
  })
  await countLoans(load, lent)
  await countRows(load)
  return { loans, customers, nameless }
}
