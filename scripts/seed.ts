import { openEnvironmentDatabase, readEnvironment } from '#server/environment.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { addFoundation } from '#server/seed/foundation.ts'
import { type BookSize, ordersMax } from '#server/seed/history/write-history.ts'
import { readBookSize } from './book-size.ts'
import { CliError, endWith } from './cli-error.ts'
import { writeInShares } from './seed-shares.ts'

const usage = `npm run seed -- --loans N [--customers M], at most ${ordersMax} loans to each customer`

function readArguments(): BookSize {
  const size = readBookSize(process.argv.slice(2))
  if (!size) throw new CliError(usage, 2)
  return size
}

async function seed(size: BookSize): Promise<void> {
  const environment = readEnvironment()
  const database = await openEnvironmentDatabase(environment)
  try {
    await addFoundation(database.db, { demo: true })
    const started = performance.now()
    const elsewhere = environment.databaseUrl ? { elsewhere: writeInShares } : {}
    const written = await seedDemo(database, environment, { ...size, ...elsewhere, progress: true })
    if (!written) throw new CliError('There is a book in this database already.')
    const seconds = (performance.now() - started) / 1_000
    const count = (of: number) => Math.round(of).toLocaleString('en')
    const rate = `${seconds.toFixed(1)} s, ${count(size.loans / seconds)} orders a second`
    process.stdout.write(`${count(size.loans)} orders of ${count(size.customers)} customers: ${rate}\n`)
  } finally {
    await database.close()
  }
}

try {
  await seed(readArguments())
} catch (error) {
  endWith(error)
}
