import { eq } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import { currencyOf } from './cells.ts'
import type { ImportContext } from './context.ts'
import { type BookLoan, customerSchema, loanSchema } from './csv-schemas.ts'
import { compareCustomers, knownAmong } from './customers.ts'
import { type LineProblem, parseLines } from './parse-lines.ts'
import { importProblemRows, type StoredCheck } from './store.ts'
import { type Book, chunksOf, compareOrders, type ReadLine, recordProblems } from './write-rows.ts'

type Writable<Of> = { -readonly [Name in keyof Of]: Of[Name] }
type Problem = Writable<StoredCheck['problems'][number]>
const tally = () => ({ loaded: 0, changed: 0, known: 0, refused: 0 })
const amounts = ['amount', 'totalDue'] as const

/** Lines by file, column and problem. */
class Problems {
  readonly #groups = new Map<string, Problem>()

  add(file: Problem['file'], lines: readonly { line: number; problems: readonly LineProblem[] }[]): void {
    for (const { line, problems } of lines) {
      for (const { field, problem } of problems) {
        const key = [file, field, problem].join(' ')
        const known = this.#groups.get(key)
        if (known) known.count += 1
        else this.#groups.set(key, { file, field, problem, count: 1, line })
      }
    }
  }
  get all(): readonly Problem[] {
    return [...this.#groups.values()].sort((a, b) => a.file.localeCompare(b.file) * -1 || b.count - a.count)
  }
}

/** Amounts of a column, added up over its file, and over its lines by what would become of them. */
class Sums {
  readonly #minor = { file: 0, loaded: 0, known: 0 }
  readonly #field: (typeof amounts)[number]

  constructor(field: (typeof amounts)[number]) {
    this.#field = field
  }
  add(of: keyof Sums['minor'], rows: readonly Partial<BookLoan>[]): void {
    this.#minor[of] += rows.reduce((sum, row) => sum + (row[this.#field] ?? 0), 0)
  }
  get minor() {
    return this.#minor
  }
  in(currency: Parameters<typeof ofMinor>[1]): StoredCheck['sums'][number] {
    const { file, loaded, known } = this.#minor
    const money = (minor: number) => ofMinor(minor, currency)
    const refused = money(file - loaded - known)
    return { field: this.#field, file: money(file), loaded: money(loaded), known: money(known), refused }
  }
}

/** What a file of customers would do, and who is in it. */
async function checkCustomers(load: ImportContext, book: Book, problems: Problems) {
  const counts = tally()
  const named = new Set<string>()
  if (!book.customers) return { counts, named }
  const schema = customerSchema(load.country, toInstant(load.now))
  for await (const chunk of chunksOf(parseLines(book.customers, book.mapping, schema))) {
    const lines = chunk.filter((one) => 'row' in one)
    const { fresh, changed } = await compareCustomers(load, lines)
    const refused = chunk.filter((one) => 'problems' in one)
    for (const { row } of lines) named.add(row.customerId)
    problems.add('customers', [...refused, ...changed])
    await recordProblems(load, 'customers', [...refused, ...changed])
    counts.loaded += fresh.length
    counts.changed += changed.length
    counts.known += lines.length - fresh.length - changed.length
    counts.refused += refused.length
  }
  return { counts, named }
}

/**
 * Dry run of an import: reads its files and compares them with what is there, chunk by chunk, and writes nothing but the
 * report. `tell` hears how many lines of orders are done.
 */
export async function checkBook(load: ImportContext, book: Book, tell: (done: number) => void): Promise<StoredCheck> {
  await load.tx.delete(importProblemRows).where(eq(importProblemRows.importId, load.importId))
  const problems = new Problems()
  const customers = await checkCustomers(load, book, problems)
  const loans = tally()
  const sums = amounts.map((field) => new Sums(field))
  const nameless = new Set<string>()
  let [done, unread] = [0, 0]
  const schema = loanSchema(load.country, toInstant(load.now))
  for await (const chunk of chunksOf(parseLines(book.loans, book.mapping, schema))) {
    const lines = chunk.filter((one): one is ReadLine<BookLoan> => 'row' in one)
    const { fresh, remarks } = await compareOrders(load, lines)
    const wrong = chunk.filter((one) => 'problems' in one)
    const differing = new Set(remarks.map(({ line }) => line))
    const isFresh = new Set(fresh)
    const told = chunk.map((one) => ('row' in one ? one.row : one.partial))
    const known = lines.flatMap(({ line, row }) => (isFresh.has(row) || differing.has(line) ? [] : [row]))
    for (const sum of sums) {
      sum.add('file', told)
      sum.add('loaded', fresh)
      sum.add('known', known)
    }
    unread += told.filter((row) => row.amount === undefined).length
    const borrowers = fresh.map(({ customerId }) => customerId).filter((id) => !customers.named.has(id))
    const there = await knownAmong(load, borrowers)
    for (const id of borrowers) if (!there.has(id)) nameless.add(id)
    problems.add('loans', [...wrong, ...remarks])
    await recordProblems(load, 'loans', [...wrong, ...remarks])
    loans.loaded += fresh.length
    loans.known += known.length
    loans.refused += wrong.length + remarks.length
    done += chunk.length
    tell(done)
  }
  const currency = currencyOf(load.country)
  return {
    ...{ loans, customers: customers.counts, nameless: nameless.size, unread },
    ...{ sums: sums.map((sum) => sum.in(currency)), problems: problems.all },
  }
}
