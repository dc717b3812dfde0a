import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { type DetectedMapping, detectMapping, type ImportFile, ImportMapping } from '#contract/imports/mapping.ts'
import { uploadMax } from '#contract/kernel/endpoint.ts'
import { type Environment, openEnvironmentDatabase, readEnvironment } from '#server/environment.ts'
import { systemClock } from '#server/kernel/base/clock.ts'
import { FolderInUse } from '#server/kernel/base/data-folder.ts'
import { type Database, rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { secretsOf } from '#server/kernel/base/secrets.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'
import { type OpenedFile, openFile } from '#server/modules/imports/inspect.ts'
import { reportLines } from '#server/modules/imports/report.ts'
import { importBook, mustBeReadable } from '#server/modules/imports/steps.ts'
import type { Maker, OnProgress } from '#server/modules/imports/worker.ts'
import type { Book, FileTally } from '#server/modules/imports/write-rows.ts'
import { addFoundation } from '#server/seed/foundation.ts'

const usage = 'npm run import -- loans <loans.csv> [--customers <customers.csv>] [--mapping <mapping.json>]'
const translations = readTranslations()
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Why nothing was done, in words for whoever is at the shell. */
class Stopped extends Error {}

function readArguments() {
  const options = { customers: { type: 'string' }, mapping: { type: 'string' } } as const
  try {
    const { positionals, values } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true })
    const [kind, loans, ...more] = positionals
    if (kind === 'loans' && loans && more.length === 0) return { loans, ...values }
  } catch {} // the usage says which options there are
  throw new Stopped(usage)
}

async function open(file: ImportFile, path: string): Promise<OpenedFile> {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new Stopped(`There is no file ${path}.`)
  if (stats.size > uploadMax) throw new Refusal('file_too_large', { maxMb: uploadMax / 1_048_576 })
  return openFile({ file, path, name: basename(path) })
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Stopped(`${path} cannot be read as JSON: ${(error as Error).message}`) // what both of them throw
  }
}

/** What a mapping file says, and where it says nothing, what the headings tell. */
function completed(path: string, { book, loans, customers }: DetectedMapping): DetectedMapping {
  const { data: given, error } = ImportMapping.partial().safeParse(jsonIn(path))
  if (error) {
    const issues = error.issues.map((issue) => `  ${issue.path.join('.') || 'mapping'}: ${issue.message}`)
    throw new Stopped([`${path} is no mapping:`, ...issues].join('\n'))
  }
  const columns = { loans: { ...loans, ...given.loans }, customers: { ...customers, ...given.customers } }
  return { kind: 'loans', book: given.book ?? book, ...columns }
}

async function readBook(paths: ReturnType<typeof readArguments>): Promise<Book> {
  const loans = await open('loans', paths.loans)
  const customers = paths.customers ? await open('customers', paths.customers) : null
  const detected = detectMapping({ loans: loans.headings, customers: customers?.headings ?? [] })
  const mapping = paths.mapping ? completed(paths.mapping, detected) : detected
  mustBeReadable({ loans, customers }, mapping)
  const { book } = mapping
  if (book === null) throw new Stopped('Say in a mapping what the book is called, such as { "book": "acme-2024" }.')
  for (const { name, separator } of [loans, ...(customers ? [customers] : [])]) {
    if (separator !== 'comma') say(`${name}: separated by ${translations.t('en', `imports.separator.${separator}`)}`)
  }
  return { loans, customers, mapping: { ...mapping, book } }
}

/** Whoever is at the shell acts for the whole business: what they import belongs to its root. */
async function makerOn({ db }: Database): Promise<Maker> {
  type Unit = Pick<Maker, 'unitId' | 'unitPath'>
  const [unit] = await rowsOf<Unit>(
    db,
    sql`select id as "unitId", path as "unitPath" from units where parent_id is null`,
  )
  return { id: null, name: process.env.USER ? `shell (${process.env.USER})` : 'shell', roles: [], ...unit! }
}

const number = (of: number) => of.toLocaleString('en').padStart(9)
const tallied = (name: string, { loaded, changed, known, refused }: FileTally) =>
  `  ${name.padEnd(10)}${number(loaded)} new ${changed > 0 ? `${number(changed)} updated ` : ''}${number(known)} known ${number(refused)} refused`

/** Says on one line how far it has come, where somebody watches. */
const tell: OnProgress = (step, done) => {
  if (process.stdout.isTTY) process.stdout.write(`\r${translations.t('en', `imports.step.${step}`)} ${number(done)}\r`)
}

async function importInto(database: Database, { country, demo, secret }: Environment, book: Book): Promise<void> {
  await addFoundation(database.db, { demo })
  const app = { database, clock: systemClock(country), secrets: secretsOf(secret) }
  const started = performance.now()
  const { id, outcome } = await importBook(book, await makerOn(database), app, tell)
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  const inEnglish = (key: string) => translations.t('en', key)
  for await (const { file, line, field, reason, got } of reportLines(database.db, id, book.mapping, inEnglish)) {
    say(`${file}, line ${line}: ${[field, reason].filter(Boolean).join(': ')}${got && ` (${got})`}`)
  }
  say(`${id}, ${seconds} s`)
  say(tallied('loans', outcome.loans))
  if (book.customers) say(tallied('customers', outcome.customers))
  if (outcome.nameless > 0) say(`  ${'borrowers'.padEnd(10)}${number(outcome.nameless)} known by their id only`)
}

const reasonOf = (error: unknown): string => {
  if (error instanceof Stopped) return error.message
  if (error instanceof FolderInUse) return `${error.message}: stop the server, or use the console.`
  if (error instanceof Refusal) return translations.t('en', `faults.${error.fault}`, error.values)
  throw error
}

try {
  const book = await readBook(readArguments())
  const environment = readEnvironment()
  const database = await openEnvironmentDatabase(environment)
  await importInto(database, environment, book).finally(() => database.close())
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\nNothing was imported.\n`)
  process.exitCode = 1
}
