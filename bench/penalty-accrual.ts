import type { Database } from '#server/kernel/base/database.ts'
import { build, drop, indexesOf } from '#server/seed/indexes.ts'
import type { Measure } from './harness.ts'
import { vacuum } from './support/book.ts'
import { measureReads, readFigures, runJob } from './support/nightly.ts'
import { daysAgo, emptyDatabase, writeOrders } from './support/orders.ts'
import { apiClient, signIn, startServer, temporaryFolder } from './support/server.ts'

/** How many open plans the nightly penalty accrual finds. */
const plans = Number(process.env.BENCH_LOANS ?? 1_000_000)

/** Orders that have come to be overdue one after the other over two months, the last ones today; all owe a day more. */
const due = `date '${daysAgo(1)}' - (60 * (${plans} - n) / ${plans})::int`

/** Writes the book without its indexes, which are built when the rows are in. */
async function write(database: Database): Promise<void> {
  const indexes = await indexesOf(database.db, ['customers', 'loans', 'plans'])
  await database.db.transaction((tx) => drop(tx, indexes))
  await writeOrders(database, { prefix: 'LN', count: plans, state: 50, due })
  // due yesterday: not overdue before this run
  await database.query(`update loans set state = 30 where due_date = '${daysAgo(1)}'`)
  await database.query(`update plans set penalty_through = null where due_date = '${daysAgo(1)}'`)
  await build(database, indexes)
}

const quietMs = 10_000

/**
 * How long the nightly penalty accrual takes over a book of open plans, and what it does to the latency of reads
 * meanwhile.
 */
export const measure: Measure = async () => {
  const { url, database } = await emptyDatabase()
  await write(database)
  await vacuum(url)
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: temporaryFolder('late') })
  const [ops, manager] = await Promise.all(
    ['ops', 'manager'].map(async (account) => apiClient(server.url, await signIn(server.url, account))),
  )
  const until = performance.now() + quietMs
  const before = await measureReads(manager!, () => performance.now() > until)
  let over = false
  const beside = measureReads(manager!, () => over)
  const first = await runJob(ops!, 'doLate').finally(() => (over = true))
  const during = await beside
  const again = await runJob(ops!, 'doLate')
  const { rows } = await database.query(
    `select count(*)::int as wrong from plans p
     where penalty_through is distinct from date '${daysAgo(0)}'
       or charged_penalty <= greatest(0, (date '${daysAgo(1)}' - due_date) * 2500)`,
  )
  const wrong = Number(rows[0]!.wrong)
  if (first.done !== plans || again.done !== 0 || wrong > 0)
    throw new Error(`of ${plans} plans ${first.done} were charged, then ${again.done}; ${wrong} are wrong`)
  const named = plans.toLocaleString('en')
  return [
    {
      what: `doLate over ${named} open plans, all overdue`,
      unit: 's',
      samples: [first.seconds],
      budget: { most: 120 },
    },
    { what: 'the same day once more', unit: 's', samples: [again.seconds] },
    ...readFigures(before, during, { budget: { most: 2_000 } }),
  ]
}
