import { spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { root } from '#server/kernel/root.ts'
import { atEnd, timed } from '../harness.ts'
import { type Kept, startKept } from './kept.ts'
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

/** Has no scheduled task begin on a book: what is measured has the machine for itself. */
export const restTasks = (url: string) => query(url, `update jobs set state = 'disabled'`)

/** Writes a book of so many loans into an empty database, in a process of its own. Answers how long that took, in ms. */
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
export interface Books extends Kept {
  /** Where the large book is. What is written there stays: copy it first. */
  readonly book: string
  /** How fast it was written when it was, in loans a second. */
  readonly rate: number
  /** A copy of the large book, gone at the end. Nobody may be connected to the original. */
  copy(as: string): Promise<string>
}

interface Noted {
  readonly rate: number
}

async function fill(kept: Kept): Promise<Noted> {
  process.stdout.write(`Writing a book of ${bookLoans.toLocaleString('en')} loans, kept in ${kept.folder} …\n`)
  await query(kept.url, `drop database if exists ${name}`)
  const url = await kept.create(name)
  const ms = await seedInto(url, bookLoans)
  await query(url, 'vacuum analyze')
  return { rate: (bookLoans / ms) * 1_000 }
}

/** Starts a PostgreSQL as safe as in production, with nothing in it yet but what earlier measurements have kept. */
export async function startBooks(): Promise<Books> {
  // another schema or another seed makes another book
  const kept = await startKept('bench', ['server/migrations', 'server/seed'])
  const { rate } = await kept.once(String(bookLoans), () => fill(kept))
  return {
    ...kept,
    book: kept.url.replace(/\/\w+$/, `/${name}`),
    rate,
    async copy(as) {
      const drop = () => query(kept.url, `drop database if exists ${as} with (force)`)
      await drop()
      await query(kept.url, `create database ${as} template ${name} strategy file_copy`)
      atEnd(drop)
      return kept.url.replace(/\/\w+$/, `/${as}`)
    },
  }
}
