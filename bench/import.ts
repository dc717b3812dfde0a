import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '#server/kernel/base/root.ts'
import { interleaved, type Measure, timed } from './harness.ts'
import { measure as measurePages } from './import-pages.ts'
import { secret, temporaryFolder } from './support/server.ts'

/** The folder with the book: named on the command line, else where the tests look for it too. */
const data = process.env.LENDLINE_DATA ?? join(root, '../shared/data')
const folder = resolve(process.argv.slice(2).find((word) => word.includes('/')) ?? join(data, 'loan-book'))
const loans = join(folder, 'loans.csv')
const customers = join(folder, 'customers.csv')

/** How long a script of ours takes on a new embedded database, from its start to its end, in seconds. */
const seconds = async (script: string, args: readonly string[]): Promise<number> => {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: temporaryFolder('import'), LENDLINE_SECRET: secret }
  const ms = await timed(async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', join(root, script), ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const code = await new Promise((ended) => child.once('exit', ended))
    if (code !== 0) throw new Error(`${script} ended with ${code}`)
  })
  return ms / 1_000
}

/** How long the import of a real book takes. */
const measureBook: Measure = async () => {
  if (!existsSync(loans) || !existsSync(customers)) {
    process.stdout.write(`There is no book in ${folder}: name a folder with loans.csv and customers.csv.\n`)
    return []
  }
  const { ours, control } = await interleaved({
    ours: () => seconds('scripts/import.ts', ['loans', loans, '--customers', customers]),
    control: () => seconds('bench/support/plain-import.ts', [loans, customers]),
  })
  return [
    {
      what: 'a real book through npm run import, on PGlite, from start to end',
      unit: 's',
      samples: ours,
      control: { what: 'CSV parsed and copied as it is', samples: control },
      budget: { most: 30 },
    },
  ]
}

/** The import of a real book, and what pages wait while a large one comes in. */
export const parts = { book: measureBook, pages: measurePages }
