import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#server/kernel/base/database.ts'

const special = /[\\\n\r\t]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (text: string): string =>
  special.test(text) ? text.replace(/[\\\n\r\t]/g, (char) => escapes[char]!) : text

/** Terms are the same object in every row that has them. */
const documents = new WeakMap<object, string>()
function documentOf(value: object): string {
  const known = documents.get(value)
  if (known !== undefined) return known
  const field = escaped(JSON.stringify(value))
  documents.set(value, field)
  return field
}

/** A value in the text format of COPY. */
function fieldOf(value: unknown): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString('hex')}`
  return typeof value === 'object' ? documentOf(value) : String(value)
}

type CopyRow<Table extends PgTable, Without> = Omit<Table['$inferSelect'], Without & string>

const firstBytes = 65_536
/** More than any character takes. */
const charBytes = 3

/**
 * Rows of one table on their way into the database by COPY. Every row fills every column but those left out. Rows are
 * kept as bytes: as text, the many of them would keep the garbage collector busier than everything else.
 */
export class CopyBuffer<Table extends PgTable, const Without extends keyof Table['$inferSelect'] = never> {
  /** The table's name. */
  readonly table: string
  readonly #columns: readonly string[]
  readonly #names: readonly string[]
  #bytes = Buffer.allocUnsafe(firstBytes)
  #length = 0

  /** `without`: columns that the database fills by itself. */
  constructor(table: Table, without: readonly Without[] = []) {
    const left = Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name as Without))
    this.table = getTableName(table)
    this.#names = left.map(([name]) => name)
    this.#columns = left.map(([, { name }]) => name)
  }

  /** How much there is to load. */
  get bytes(): number {
    return this.#length
  }

  add(row: CopyRow<Table, Without>): void {
    const values = row as Readonly<Record<string, unknown>> // its names are those of the columns
    let line = ''
    for (const name of this.#names) line += line === '' ? fieldOf(values[name]) : `\t${fieldOf(values[name])}`
    this.#append(`${line}\n`)
  }

  #append(line: string): void {
    const needed = this.#length + line.length * charBytes
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(needed * 2)
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    this.#length += this.#bytes.write(line, this.#length)
  }

  /** Takes the rows out; answers how to load them. */
  drain(): (database: Database) => Promise<void> {
    const lines = this.#bytes.subarray(0, this.#length)
    this.#bytes = Buffer.allocUnsafe(Math.max(firstBytes, lines.length))
    this.#length = 0
    return async (database) => {
      if (lines.length > 0) await database.copy(this.table, this.#columns, lines)
    }
  }
}
