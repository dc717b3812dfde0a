import type { Database } from '#server/kernel/base/database.ts'
import { build, drop, indexesOf } from '#server/seed/indexes.ts'
import { type Figure, type Measure, quantile, timed } from './harness.ts'
import { daysAgo, emptyDatabase, writeOrders } from './support/orders.ts'
import { type ApiCall, apiClient, signIn, startServer, temporaryFolder } from './support/server.ts'

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
  await database.query('vacuum analyze')
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Concurrent reads: what people look at meanwhile, and how long each of them looks before the next. */
const pages = {
  'orders overdue': '/loans?size=50&q=state:50',
  'plans, first page': '/plans?size=50',
  'one order': '/loans/LN00000001',
  'orders, how many wait': '/loans/count?q=state:31',
} as const
type Page = keyof typeof pages
const lookMs = 250

type Times = Readonly<Record<Page, number[]>>

/** Reads every page again and again until `over`, one reader for each. Answers how long each answer took, in ms. */
async function measureReads(ask: ApiCall, over: () => boolean): Promise<Times> {
  const times: Times = { 'orders overdue': [], 'plans, first page': [], 'one order': [], 'orders, how many wait': [] }
  const lane = async (page: Page) => {
    while (!over()) {
      times[page].push(await timed(() => ask(pages[page])))
      await sleep(lookMs)
    }
  }
  await Promise.all((Object.keys(pages) as Page[]).map(lane)) // its own keys
  return times
}

interface JobDetail {
  readonly job: { readonly version: number }
  readonly runs: readonly { readonly state: string; readonly durationMs: number | null; readonly done: number }[]
}

const pollMs = 200

/** Runs the penalty accrual (`doLate`) once. Answers how long it took, in s, and how many orders it changed. */
async function runAccrual(ask: ApiCall): Promise<{ seconds: number; done: number }> {
  const { job } = await ask<JobDetail>('/jobs/doLate')
  await ask('/jobs/run', { id: 'doLate', version: job.version })
  for (;;) {
    const [run] = (await ask<JobDetail>('/jobs/doLate')).runs
    if (run?.state === 'fail') throw new Error('the accrual failed')
    if (run?.state === 'success') return { seconds: (run.durationMs ?? 0) / 1_000, done: run.done }
    await sleep(pollMs)
  }
}

const quietMs = 10_000

/**
 * How long the nightly penalty accrual takes over a book of open plans, and what it does to the latency of reads
 * meanwhile.
 */
export const measure: Measure = async () => {
  const { url, database } = await emptyDatabase()
  await write(database)
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: temporaryFolder('late') })
  const [ops, manager] = await Promise.all(
    ['ops', 'manager'].map(async (account) => apiClient(server.url, await signIn(server.url, account))),
  )
  const until = performance.now() + quietMs
  const before = await measureReads(manager!, () => performance.now() > until)
  let over = false
  const beside = measureReads(manager!, () => over)
  const first = await runAccrual(ops!).finally(() => (over = true))
  const during = await beside
  const again = await runAccrual(ops!)
  const { rows } = await database.query(
    `select count(*)::int as wrong from plans p
     where penalty_through is distinct from date '${daysAgo(0)}'
       or charged_penalty <= greatest(0, (date '${daysAgo(1)}' - due_date) * 2500)`,
  )
  const wrong = Number(rows[0]!.wrong)
  if (first.done !== plans || again.done !== 0 || wrong > 0)
    throw new Error(`of ${plans} plans ${first.done} were charged, then ${again.done}; ${wrong} are wrong`)
  const readers = (Object.keys(pages) as Page[]).map((page): Figure => {
    const [quick, slow] = [before[page], during[page]].map((times) => quantile(times, 0.95)) as [number, number] // two
    return {
      ...{ what: `meanwhile, ${page}, p95`, unit: 'ms', samples: [slow] },
      ...{ control: { what: 'the same before', samples: [quick] }, budget: { most: 2_000 } },
    }
  })
  const named = plans.toLocaleString('en')
  return [
    {
      what: `doLate over ${named} open plans, all overdue`,
      unit: 's',
      samples: [first.seconds],
      budget: { most: 120 },
    },
    { what: 'the same day once more', unit: 's', samples: [again.seconds] },
    ...readers,
  ]
}
