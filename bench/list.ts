import { join } from 'node:path'
import { type Figure, interleaved, type Measure, repeats, timed } from './harness.ts'
import { pauseJobs, startBooks } from './support/book.ts'
import { type Load, load } from './support/load.ts'
import { startProcess, startServer, temporaryFolder } from './support/server.ts'
import {
  callOf,
  everyView,
  isSeen,
  nameOf,
  p95,
  type ShippedView,
  shippedViews,
  type Tokens,
  tokensOf,
} from './support/views.ts'

/** Who looks at everything. */
const everything = 'manager'
/** Accounts with a restricted scope (row-level access), each by another rule. */
const scopedAccounts = ['collector', 'group', 'leader', 'reviewer', 'supervisor'] as const

/** What takes longer, in ms, is not asked for often. */
const slowMs = 500
const manyAtOnce = { connections: 50, amount: 1_000 }

/** Of all views somebody may see, the one that is slowest when it is asked for alone. */
async function slowestOf(all: readonly ShippedView[], url: string, token: string) {
  let slowest = { one: all[0]!, ms: 0 }
  for (const one of all) {
    const call = callOf(one, url, token)
    if (!(await isSeen(call))) continue
    const ms = await timed(() => isSeen(call))
    if (ms > slowest.ms) slowest = { one, ms }
  }
  return slowest
}

/** The slowest view of every account with a restricted scope. */
async function scopedViews(all: readonly ShippedView[], url: string, tokens: Tokens): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const account of scopedAccounts) {
    const { one, ms } = await slowestOf(all, url, tokens[account]!)
    const call = callOf(one, url, tokens[account]!)
    const samples: number[] = []
    for (let i = 0; i < repeats; i++)
      samples.push(p95(await load({ ...call, connections: 4, amount: ms < slowMs ? 20 : 4 })))
    const what = `the slowest view as ${account}: ${nameOf(one)}, 4 at once, p95`
    figures.push({ what, unit: 'ms', samples, budget: { most: 60 } })
  }
  return figures
}

/** Views that have been written by hand for comparison, by their names there. */
const byHand = {
  'applications · all': 'applications',
  'plans · open': 'plans',
  'failedPayouts · waiting': 'failedPayouts',
}

async function againstHand(all: readonly ShippedView[], url: string, tokens: Tokens, hand: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(byHand)) {
    const one = all.find((shipped) => nameOf(shipped) === name)!
    const ours = { ...callOf(one, url, tokens[everything]!), ...manyAtOnce }
    const theirs = { url: `${hand}/${path}`, token: '', ...manyAtOnce }
    const runs = await interleaved({ ours: () => load(ours), theirs: () => load(theirs) })
    const rate = ({ perSecond }: Load) => perSecond
    const figure = (of: (load: Load) => number) => ({
      samples: runs.ours.map(of),
      control: { what: 'by hand', samples: runs.theirs.map(of) },
    })
    figures.push(
      { what: `${name}, 50 at once, p95`, unit: 'ms', ...figure(p95), budget: { ratioMost: 1.5 } },
      { what: `${name}, 50 at once, calls a second`, unit: '/s', ...figure(rate), budget: { ratioLeast: 0.7 } },
    )
  }
  return figures
}

/** Latency and throughput of the first page of every shipped view, on a large book. */
export const measure: Measure = async () => {
  const { book } = await startBooks()
  const { url } = await startServer({ DATABASE_URL: book, DATA_DIR: temporaryFolder('list') })
  await pauseJobs(book)
  const args = ['--import', 'tsx', join(import.meta.dirname, 'support/plain-list.ts')]
  const hand = await startProcess({ args, env: { DATABASE_URL: book }, ready: '/' })
  const all = await shippedViews()
  const views = await everyView(all, url, await tokensOf(url))
  const narrowed = await scopedViews(all, url, await tokensOf(url, scopedAccounts))
  return [...views, ...narrowed, ...(await againstHand(all, url, await tokensOf(url), hand.url))]
}
