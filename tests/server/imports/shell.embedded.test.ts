import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { importFromShell } from '#scripts/import-book.ts'
import { lockFolder } from '#server/kernel/base/data-folder.ts'
import { root } from '#server/kernel/base/root.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'
import { customersCsv, fileWith, loansCsv } from './support.ts'

/** A data folder of its own, for as long as the test runs. */
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lendline-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Ended {
  code: number | null
  out: string
  error: string
}

/** Runs the import as npm does. */
const run = (folder: string, ...parts: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const { DATABASE_URL: _, ...env } = process.env
    const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/import.ts', ...parts], {
      cwd: root,
      env: { ...env, DATA_DIR: folder, LENDLINE_SECRET: 'secret of the tests', USER: 'nina' },
    })
    const ended = { out: '', error: '' }
    child.stdout.on('data', (text) => {
      ended.out += text
    })
    child.stderr.on('data', (text) => {
      ended.error += text
    })
    child.on('close', (code) => resolve({ code, ...ended }))
  })

/** The same in this process: for what ends before a database is opened. */
async function runHere(folder: string, ...parts: string[]): Promise<Ended> {
  const ended = { out: '', error: '' }
  const code = await importFromShell({
    args: parts,
    env: { DATA_DIR: folder, LENDLINE_SECRET: 'secret of the tests', USER: 'nina' },
    say(line) {
      ended.out += `${line}\n`
    },
    warn(line) {
      ended.error += `${line}\n`
    },
    progress() {},
  })
  return { code, ...ended }
}

const loans = () => fileWith(loansCsv([{}, { customerId: 'ben' }, { amount: '' }]), 'loans.csv')

test('a book is imported from the shell into a new folder, and known the second time', async () => {
  const [folder, book, customers] = [dataFolder(), loans(), fileWith(customersCsv([{}]), 'customers.csv')]

  const first = await run(folder, 'loans', book, '--customers', customers)
  const second = await run(folder, 'loans', book, '--customers', customers)

  expect(first).toMatchObject({ code: 0, error: '' })
  const counts = first.out.split('\n').map((line) => line.trim().replace(/ +/g, ' '))
  expect(counts).toContain('loans, line 4: Amount (loanamount): Blank')
  expect(counts).toContain('loans 2 new 0 known 1 refused')
  expect(counts).toContain('customers 1 new 0 known 0 refused')
  expect(counts).toContain('borrowers 1 known by their id only')
  expect(second.out.replace(/ +/g, ' ')).toContain('loans 0 new 2 known 1 refused')
})

test('while somebody has the folder open the shell imports nothing, says so and what to do', async () => {
  const folder = dataFolder()
  const release = await lockFolder(folder)
  onTestFinished(release)
  const before = readdirSync(folder)

  const ended = await run(folder, 'loans', loans())

  expect(ended).toMatchObject({ code: 1, out: '' })
  expect(ended.error).toContain('open in another process')
  expect(ended.error).toContain('stop the server, or use the console')
  expect(readdirSync(folder)).toEqual(before)
})

const mapped = (mapping: unknown) => fileWith(JSON.stringify(mapping), 'mapping.json')
const foreign = () => fileWith(loansCsv([{}]).replace('loanamount', 'principal'), 'loans.csv')

test('a mapping file names what the headings do not tell', async () => {
  const mapping = mapped({ book: 'acme-2024', loans: { amount: 'principal' } })

  const ended = await run(dataFolder(), 'loans', foreign(), '--mapping', mapping)

  expect(ended).toMatchObject({ code: 0, error: '' })
  expect(ended.out).toMatch(/loans +1 new/)
})

const columns = loansCsv([]).replace('loanamount', 'principal').replaceAll(',', ', ')
const unmapped = readTranslations().t('en', 'faults.import_unmapped', {
  file: { vocabulary: 'imports.file', value: 'loans' },
  field: { vocabulary: 'imports.field', value: 'amount' },
  columns,
})

test.for([
  ['no arguments', [], 'npm run import -- loans'],
  ['a kind that is not imported', ['plans', 'x.csv'], 'npm run import -- loans'],
  ['an option nobody knows', ['loans', 'x.csv', '--force'], 'npm run import -- loans'],
  ['a file that is not there', ['loans', 'nowhere.csv'], 'There is no file nowhere.csv'],
] as const)('with %s the shell says what it needs, and touches nothing', async ([, parts, said]) => {
  const folder = dataFolder()

  const ended = await runHere(folder, ...parts)

  expect(ended).toMatchObject({ code: 1, out: '' })
  expect(ended.error).toContain(said)
  expect(readdirSync(folder)).toEqual([])
})

test.for([
  ['leaves a needed field open', () => mapped({ book: 'acme' }), unmapped],
  ['names no book', () => mapped({ loans: { amount: 'principal' } }), 'what the book is called'],
  ['names a field nobody knows', () => mapped({ loans: { sum: 'principal' } }), 'is no mapping'],
  ['is no JSON', () => fileWith('{', 'mapping.json'), 'cannot be read as JSON'],
] as const)('a mapping that %s is refused before anything is opened', async ([, mapping, said]) => {
  const folder = dataFolder()

  const ended = await runHere(folder, 'loans', foreign(), '--mapping', mapping())

  expect(ended).toMatchObject({ code: 1, out: '' })
  expect(ended.error).toContain(said)
  expect(readdirSync(folder)).toEqual([])
})
