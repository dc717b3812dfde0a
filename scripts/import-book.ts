import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { type DetectedMapping, detectMapping, type ImportFile, ImportMapping } from '#contract/imports/mapping.ts'
import { uploadMax } from '#contract/kernel/endpoint.ts'
import { type Environment, openEnvironmentDatabase, readEnvironment } from '#server/environment.ts'
import { systemClock } from '#server/kernel/base/clock.ts'
import { ConfigurationError } from '#server/kernel/base/configuration-error.ts'
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
import { CliError } from './cli-error.ts'

const usage = 'npm run import -- loans <loans.csv> [--customers <customers.csv>] [--mapping <mapping.json>]'
const translations = readTranslations()

/** Who runs it: what they typed, and where it answers. */
export interface Shell {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  say(line: string): void
  warn(line: string): void
  /** Shows how far it has come, where somebody watches. */
  progress(line: string): void
}

function readArguments(args: readonly string[]) {
  const options = { customers: { type: 'string' }, mapping: { type: 'string' } } as const
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [kind, loans, ...more] = positionals
    if (kind === 'loans' && loans && more.length === 0) return { loans, ...values }
  } catch {} // the usage says which options there are
  throw new CliError(usage)
}

async function open(file: ImportFile, path: string): Promise<OpenedFile> {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new CliError(`There is no file ${path}.`)
  if (stats.size > uploadMax) throw new Refusal('file_too_large', { maxMb: uploadMax / 1_048_576 })
  return openFile({ file, path, name: basename(path) })
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new CliError(`${path} cannot be read as JSON: ${(error as Error).message}`) // what both of them throw
  }
}

/** What a mapping file says, and where it says nothing, what the headings tell. */
function completed(path: string, { book, loans, customers }: DetectedMapping): DetectedMapping {
  const { data: given, error } = ImportMapping.partial().safeParse(jsonIn(path))
  if (error) {
    const issues = error.issues.map((issue) => `  ${issue.path.join('.') || 'mapping'}: ${issue.message}`)
    throw new CliError([`${path} is no mapping:`, ...issues].join('\n'))
  }
  const columns = { loans: { ...loans, ...given.loans }, customers: { ...customers, ...given.customers } }
  return { kind: 'loans', book: given.book ?? book, ...columns }
}

async function readBook({ args, say }: Shell): Promise<Book> {
  const paths = readArguments(args)
  const loans = await open('loans', paths.loans)
  const customers = paths.customers ? await open('customers', paths.customers) : null
  const detected = detectMapping({ loans: loans.headings, customers: customers?.headings ?? [] })
  const mapping = paths.mapping ? completed(paths.mapping, detected) : detected
  mustBeReadable({ loans, customers }, mapping)
  const { book } = mapping
  if (book === null) throw new CliError('Say in a mapping what the book is called, such as { "book": "acme-2024" }.')
  for (const { name, separator } of [loans, ...(customers ? [customers] : [])]) {
    if (separator !== 'comma') say(`${name}: separated by ${translations.t('en', `imports.separator.${separator}`)}`)
  }
  return { loans, customers, mapping: { ...mapping, book } }
}

/** Whoever is at the shell acts for the whole business: what they import belongs to its root. */
async function makerOn({ db }: Database, { USER }: NodeJS.ProcessEnv): Promise<Maker> {
  type Unit = Pick<Maker, 'unitId' | 'unitPath'>
  const [unit] = await rowsOf<Unit>(
    db,
    sql`select id as "unitId", path as "unitPath" from units where parent_id is null`,
  )
  return { id: null, name: USER ? `shell (${USER})` : 'shell', roles: [], ...unit! }
}

const number = (of: number) => of.toLocaleString('en').padStart(9)
const tallied = (name: string, { loaded, changed, known, refused }: FileTally) =>
  `  ${name.padEnd(10)}${number(loaded)} new ${changed > 0 ? `${number(changed)} updated ` : ''}${number(known)} known ${number(refused)} refused`

/** An installation, with its database open. */
type Installation = Pick<Environment, 'country' | 'demo' | 'secret'> & { readonly database: Database }

/** Loads a book, and tells what became of it. `tell` hears how far it has come. */
async function importInto(installation: Installation, book: Book, shell: Shell, tell: OnProgress): Promise<void> {
  const { database, country, demo, secret } = installation
  const { say } = shell
  await addFoundation(database.db, { demo })
  const app = { database, clock: systemClock(country), secrets: secretsOf(secret) }
  const started = performance.now()
  const { id, outcome } = await importBook(book, await makerOn(database, shell.env), app, tell)
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
  if (error instanceof CliError || error instanceof ConfigurationError) return error.message
  if (error instanceof FolderInUse) return `${error.message}: stop the server, or use the console.`
  if (error instanceof Refusal) return translations.t('en', `faults.${error.fault}`, error.values)
  throw error
}

/** Imports what the arguments name. Answers the exit code. */
export async function importFromShell(shell: Shell): Promise<number> {
  let linesLoaded = 0
  const tell: OnProgress = (step, done) => {
    if (step === 'loading') linesLoaded = done
    shell.progress(`${translations.t('en', `imports.step.${step}`)} ${number(done)}`)
  }
  try {
    const book = await readBook(shell)
    const environment = readEnvironment(shell.env)
    const database = await openEnvironmentDatabase(environment)
    await importInto({ ...environment, database }, book, shell, tell).finally(() => database.close())
    return 0
  } catch (error) {
    shell.warn(reasonOf(error))
    shell.warn(
      linesLoaded > 0
        ? `It stopped after ${linesLoaded.toLocaleString('en')} lines, which stay: run it again, and the rest comes in.`
        : 'Nothing was imported.',
    )
    return 1
  }
}
