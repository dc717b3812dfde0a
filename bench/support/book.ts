import { spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { root } from '#server/kernel/base/root.ts'
import { onTeardown, timed } from '../harness.ts'
import { type PersistentPostgres, startPersistentPostgres } from './persistent-postgres.ts'
import { secret } from './server.ts'

/** How many loans the large book has. */
export const bookLoans = Number(process.env.BENCH_LOANS ?? 1_000_000)

const name = `book_${bookLoans}`

/** Runs SQL on a database of its own connection. */
export async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Row>(text)
    return rows
  } finally {
    await client.end()
  }
}

/** Vacuums and analyzes a database, however long that takes. */
export const vacuum = (url: string): Promise<unknown> => query(url, 'vacuum analyze')

/**
 * Disables the scheduled jobs of a book, and puts off what its outbox holds: thousands of pay-outs and decisions that it was
 * left with. What is measured has the machine for itself.
 */
export async function pauseJobs(url: string): Promise<void> {
  await query(url, `update jobs set state = 'disabled'`)
  await query(url, `update outbox set next_at = now() + interval '1 year' where sent_at is null`)
}

/**
 * Writes a book of so many loans into an empty database, in a process of its own. Answers how long that took, in ms.
 */
export const seedInto = (url: string, loans: number): Promise<number> =>
  timed(async () => {
    const child = spawn(
      process.execPath,
      ['--max-semi-space-size=32', '--import', 'tsx', join(root, 'scripts/seed.ts'), '--loans', String(loans)],
      {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: url, LENDLINE_SECRET: secret },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    const code = await new Promise((resolve) => child.once('exit', resolve))
    if (code !== 0) throw new Error(`the seed ended with ${code}`)
  })

/** A PostgreSQL with the large book in one of its databases, kept for the next time. */
export interface Books extends PersistentPostgres {
  /** Where the large book is. What is written there stays: copy it first. */
  readonly book: string
  /** How fast it was written when it was, in loans a second. */
  readonly rate: number
  /** A copy of the large book, gone at the end. Nobody may be connected to the original. */
  copy(as: string): Promise<string>
}

interface SeedNote {
  readonly rate: number
}

async function fill(kept: PersistentPostgres): Promise<SeedNote> {
  process.stdout.write(`Writing a book of ${bookLoans.toLocaleString('en')} loans, kept in ${kept.folder} …\n`)
  await query(kept.url, `drop database if exists ${name}`)
  const url = await kept.create(name)
  const ms = await seedInto(url, bookLoans)
  await vacuum(url)
  return { rate: (bookLoans / ms) * 1_000 }
}

/**
 * Starts a PostgreSQL as durable as in production, with the large book, written now if earlier measurements have not
 * left it.
 */
export async function startBooks(): Promise<Books> {
  // another schema or another seed makes another book
  const kept = await startPersistentPostgres('bench', ['server/migrations', 'server/seed'])
  const { rate } = await kept.once(String(bookLoans), () => fill(kept))
  return {
    ...kept,
    book: kept.url.replace(/\/\w+$/, `/${name}`),
    rate,
    async copy(as) {
      const drop = () => query(kept.url, `drop database if exists ${as} with (force)`)
      await drop()
      await query(kept.url, `create database ${as} template ${name} strategy file_copy`)
      onTeardown(drop)
      return kept.url.replace(/\/\w+$/, `/${as}`)
    },
  }
}
