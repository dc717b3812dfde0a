import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Postgres, startPostgres } from '#scripts/postgres.ts'
import { alive } from '#server/kernel/folder.ts'
import { root } from '#server/kernel/root.ts'
import { atEnd, timed } from '../harness.ts'
import { secret } from './server.ts'

/** How many loans the large book has. */
export const bookLoans = Number(process.env.BENCH_LOANS ?? 1_000_000)

const name = `book_${bookLoans}`
const prefix = `lendline-bench-${process.getuid?.() ?? 0}-`

/** Names what a book is made of: another schema or another seed makes another book. */
function edition(): string {
  const hash = createHash('sha256')
  const files = (path: string): string[] =>
    statSync(path).isDirectory()
      ? readdirSync(path)
          .sort()
          .flatMap((name) => files(join(path, name)))
      : [path]
  for (const part of ['server/migrations', 'server/seed']) {
    for (const file of files(join(root, part))) hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 12)
}

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
export interface Books extends Postgres {
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

async function fill(postgres: Postgres, folder: string): Promise<Noted> {
  const note = join(folder, `${bookLoans}.json`)
  if (existsSync(note)) return JSON.parse(readFileSync(note, 'utf8')) as Noted // written below
  process.stdout.write(`Writing a book of ${bookLoans.toLocaleString('en')} loans, kept in ${folder} …\n`)
  await query(postgres.url, `drop database if exists ${name}`)
  const url = await postgres.create(name)
  const ms = await seedInto(url, bookLoans)
  await query(url, 'vacuum analyze')
  const noted: Noted = { rate: (bookLoans / ms) * 1_000 }
  writeFileSync(note, JSON.stringify(noted))
  return noted
}

/** @throws Error where somebody else is measuring: their figures and ours would be worth nothing. */
function mustBeFree(folder: string): void {
  const running = join(folder, 'data/postmaster.pid')
  const [pid] = existsSync(running) ? readFileSync(running, 'utf8').split('\n') : []
  if (pid && alive(Number(pid))) throw new Error(`something is measured already: process ${pid} has ${folder} open`)
}

/** Starts a PostgreSQL as safe as in production, with nothing in it yet but what earlier measurements have kept. */
export async function startBooks(): Promise<Books> {
  const home = prefix + edition()
  for (const other of readdirSync(tmpdir())) {
    const inUse = existsSync(join(tmpdir(), other, 'data/postmaster.pid'))
    if (other.startsWith(prefix) && other !== home && !inUse) rmSync(join(tmpdir(), other), { recursive: true })
  }
  const folder = join(tmpdir(), home)
  mustBeFree(folder)
  const postgres = await startPostgres({ durable: true, folder })
  atEnd(() => postgres.stop())
  const { rate } = await fill(postgres, folder)
  return {
    ...postgres,
    book: postgres.url.replace(/\/\w+$/, `/${name}`),
    rate,
    async copy(as) {
      const drop = () => query(postgres.url, `drop database if exists ${as} with (force)`)
      await drop()
      await query(postgres.url, `create database ${as} template ${name} strategy file_copy`)
      atEnd(drop)
      return postgres.url.replace(/\/\w+$/, `/${as}`)
    },
  }
}
