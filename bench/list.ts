import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#server/kernel/base/root.ts'
import type { Grid } from '#src/grid/define.ts'
import { type Figure, interleaved, type Measure, median, quantile, repeats, timed } from './harness.ts'
import { pauseJobs, startBooks } from './support/book.ts'
import { type Load, load } from './support/load.ts'
import { signIn, startProcess, startServer, temporaryFolder } from './support/server.ts'

/** Who looks at everything, and who looks at what is theirs, where a view shows one's own. */
const everything = 'manager'
const owners: Readonly<Record<string, string>> = { openCases: 'collector', operationTickets: 'ops', reductions: 'cs' }
/** Accounts with a restricted scope (row-level access), each by another rule. */
const scopedAccounts = ['collector', 'group', 'leader', 'reviewer', 'supervisor'] as const

const pageSize = 200

interface ShippedView {
  readonly grid: Grid
  readonly view: string
  readonly query: string
}

const nameOf = ({ grid, view }: ShippedView): string => `${grid.page} · ${view}`
const readerOf = ({ grid, query }: ShippedView): string =>
  query.includes('@me') ? (owners[grid.page] ?? everything) : everything

/** Every view of every list that the console comes with. */
async function shipped(): Promise<ShippedView[]> {
  const files = readdirSync(join(root, 'grids')).filter((file) => file.endsWith('.ts'))
  // every file there has a grid as its default export
  const grids = await Promise.all(files.map(async (file) => (await import(`#grids/${file}`)).default as Grid))
  return grids.flatMap((grid) => grid.views.map(({ name, query }) => ({ grid, view: name, query })))
}

/** The call of a first page, as `load` makes it. */
function callOf({ grid, query }: ShippedView, base: string, token: string) {
  const [method, path] = grid.listing.at.split(' ') as [string, string] // as `Address` has it
  const asked = { q: query, from: 0, size: pageSize }
  if (method === 'POST') return { url: `${base}/api${path}`, body: asked, token }
  return { url: `${base}/api${path}?q=${encodeURIComponent(query)}&from=0&size=${pageSize}`, token }
}

type Call = ReturnType<typeof callOf>

/** Whether somebody may see a list at all. */
async function isSeen({ url, token, body }: Call): Promise<boolean> {
  const headers = { Authentication: token, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(url, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  const { code, msg } = (await response.json()) as { code: number; msg: string } // what every call answers
  if (code === 200 || code === 403) return code === 200
  throw new Error(`${url} answered ${code}: ${msg}`)
}

const p95 = ({ times }: Load): number => quantile(times, 0.95)
const fewAtOnce = { connections: 4, amount: 40 }
/** What takes longer, in ms, is not asked for often. */
const slowMs = 500
const manyAtOnce = { connections: 50, amount: 1_000 }

/** Tokens by account. They are good for ten minutes. */
type Tokens = Readonly<Record<string, string>>

async function tokensOf(url: string): Promise<Tokens> {
  const tokens: Record<string, string> = {}
  for (const account of [everything, ...scopedAccounts, ...Object.values(owners)]) {
    tokens[account] ??= await signIn(url, account)
  }
  return tokens
}

async function everyView(all: readonly ShippedView[], url: string, tokens: Tokens): Promise<Figure[]> {
  const calls = all.map((one) => callOf(one, url, tokens[readerOf(one)]!))
  const samples = calls.map(() => [] as number[])
  for (const call of calls) if (!(await isSeen(call))) throw new Error(`${call.url} is not for its reader`)
  for (let i = 0; i < repeats; i++) {
    for (const [at, call] of calls.entries()) samples[at]!.push(p95(await load({ ...call, ...fewAtOnce })))
  }
  return all.map((one, at) => ({
    what: `${nameOf(one)}, as ${readerOf(one)}, 4 at once, p95`,
    unit: 'ms',
    samples: samples[at]!,
    budget: { most: 60 },
  }))
}

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
  const all = await shipped()
  const views = await everyView(all, url, await tokensOf(url))
  const worst = views.toSorted((a, b) => median(b.samples) - median(a.samples))
  const narrowed = await scopedViews(all, url, await tokensOf(url))
  return [...worst, ...narrowed, ...(await againstHand(all, url, await tokensOf(url), hand.url))]
}
