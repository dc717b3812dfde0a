import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { openDatabase } from '#server/kernel/base/database.ts'
import { upgrade } from '#server/upgrade.ts'
import { interleaved, type Measure, timed } from './harness.ts'
import { type Books, bookLoans, query, seedInto, startBooks } from './support/book.ts'

/** Large enough that starting does not count, small enough to be written again and again. */
const loans = Math.min(100_000, bookLoans)

const migrated = async (books: Books, name: string): Promise<string> => {
  await query(books.url, `drop database if exists ${name} with (force)`)
  const url = await books.create(name)
  const database = await openDatabase({ url })
  await upgrade(database, 'IN')
  await database.close()
  return url
}

interface TableRows {
  readonly table: string
  readonly rows: Buffer
}

/** Every row of a book, as COPY writes them. */
async function rowsOf(url: string): Promise<TableRows[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const copied: TableRows[] = []
  for (const { name } of rows) {
    const chunks: Buffer[] = []
    for await (const chunk of client.query(copyTo(`copy ${name} to stdout`))) chunks.push(chunk as Buffer)
    copied.push({ table: name, rows: Buffer.concat(chunks) })
  }
  await client.end()
  return copied
}

/** Puts rows into a database with the same tables, keys and triggers. */
async function copyInto(url: string, all: readonly TableRows[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const { table, rows } of all) {
    if (rows.length > 0) await pipeline(Readable.from([rows]), client.query(copyFrom(`copy ${table} from stdin`)))
  }
  await client.end()
}

const rate = (ms: number): number => (loans / ms) * 1_000

/** How fast the seed writes a book into PostgreSQL by simulating every customer, against `COPY` of the same rows. */
export const measure: Measure = async () => {
  const books = await startBooks()
  const model = await migrated(books, 'model')
  await seedInto(model, loans)
  const rows = await rowsOf(model)
  const { ours, control } = await interleaved({
    ours: async () => rate(await seedInto(await migrated(books, 'seeded'), loans)),
    control: async () => {
      const url = await migrated(books, 'copied')
      return rate(await timed(() => copyInto(url, rows)))
    },
  })
  for (const name of ['model', 'seeded', 'copied']) await query(books.url, `drop database ${name}`)
  return [
    {
      what: `npm run seed, ${loans.toLocaleString('en')} loans on PostgreSQL, from start to end`,
      unit: '/s',
      samples: ours,
      control: { what: 'COPY of the same rows', samples: control },
      budget: { least: 5_000 },
    },
    {
      what: `the book of ${bookLoans.toLocaleString('en')} loans, when it was written`,
      unit: '/s',
      samples: [books.rate],
    },
  ]
}
