import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { FileFormat } from '#contract/kernel/list.ts'
import orders from '#grids/orders.ts'
import { type Figure, interleaved, type Measure, quantile, timed } from './harness.ts'
import { startBooks } from './support/book.ts'
import { drainStream } from './support/drain-stream.ts'
import { apiClient, signIn, startServer, temporaryFolder } from './support/server.ts'

/** The columns that the list of orders shows. */
const columns = orders.columns.filter(({ hidden }) => !hidden).map(({ field }) => field)
const [, path] = orders.listing.export!.at.split(' ') as [string, string] // as `Address` has it
const [, list] = orders.listing.at.split(' ') as [string, string] // as above

interface ExportResult {
  readonly perSecond: number
  readonly aboveMb: number
  readonly meanwhileMs: number
}

/** How often memory is looked at, and how often somebody else calls, in ms. */
const [lookMs, callMs] = [250, 20]

/** Latency (p99, in ms) of a call that costs nothing, repeated until `over`. */
async function latencyUntil(url: string, over: () => boolean): Promise<number> {
  const times: number[] = []
  while (!over()) {
    times.push(await timed(async () => (await fetch(`${url}/api/get/time`)).text()))
    await new Promise((resolve) => setTimeout(resolve, callMs))
  }
  return quantile(times, 0.99)
}

/** A server that has answered nothing yet holds less than an idle one. */
const warmPages = 20

/**
 * Exports the whole list: how fast, how much above what the server held before, how long others wait for it meanwhile.
 */
async function measureExport(book: string, rows: number, format: FileFormat): Promise<ExportResult> {
  const server = await startServer({ DATABASE_URL: book, DATA_DIR: temporaryFolder('files') })
  const Authentication = await signIn(server.url, 'manager')
  const ask = apiClient(server.url, Authentication)
  for (let i = 0; i < warmPages; i++) await ask(`${list}?q=&from=0&size=200`)
  const idle = server.residentMb()
  let most = idle
  const watch = setInterval(() => {
    most = Math.max(most, server.residentMb())
  }, lookMs)
  const asked = new URLSearchParams({ q: '', format, columns: columns.join(',') })
  let over = false
  const meanwhile = latencyUntil(server.url, () => over)
  const ms = await timed(async () => {
    const response = await fetch(`${server.url}/api${path}?${asked}`, { headers: { Authentication } })
    if (!response.ok || !response.body) throw new Error(`${path} answered ${response.status}`)
    await drainStream(response.body)
  })
  over = true
  clearInterval(watch)
  const meanwhileMs = await meanwhile
  await server.stop()
  return { perSecond: (rows / ms) * 1_000, aboveMb: most - idle, meanwhileMs }
}

/** `COPY` of about the same from the one table that most of it stands in, in rows a second. */
async function copyRate(book: string, rows: number): Promise<number> {
  const client = new pg.Client({ connectionString: book })
  await client.connect()
  const chosen = `select id, state, received_minor, due_date, disbursed_at, amount_minor, customer_id from loans
    where disbursed_at is not null order by disbursed_at desc, id desc`
  try {
    const ms = await timed(() => drainStream(client.query(copyTo(`copy (${chosen}) to stdout csv`))))
    return (rows / ms) * 1_000
  } finally {
    await client.end()
  }
}

async function countRows(book: string): Promise<number> {
  const server = await startServer({ DATABASE_URL: book, DATA_DIR: temporaryFolder('files') })
  const ask = apiClient(server.url, await signIn(server.url, 'manager'))
  const { count } = await ask<{ count: number }>(`${list}/count?q=`)
  await server.stop()
  return count
}

const least = { csv: 60_000, xlsx: 25_000 } as const

/** Export of the orders of a large book to CSV and XLSX, as the console lists them: joined, masked. */
export const measure: Measure = async () => {
  const { book } = await startBooks()
  const rows = await countRows(book)
  const { csv, xlsx, copy } = await interleaved({
    csv: () => measureExport(book, rows, 'csv'),
    xlsx: () => measureExport(book, rows, 'xlsx'),
    copy: () => copyRate(book, rows),
  })
  return Object.entries({ csv, xlsx }).flatMap(([format, made]): Figure[] => {
    const what = `${rows.toLocaleString('en')} orders of ${columns.length} columns as ${format.toUpperCase()}`
    const perSecond = made.map((one) => one.perSecond)
    const budget = { least: least[format as FileFormat] } // by the names above
    return [
      {
        what: `${what}, rows a second`,
        unit: '/s',
        samples: perSecond,
        control: { what: 'COPY', samples: copy },
        budget,
      },
      {
        what: `${what}, above the idle process`,
        unit: 'MB',
        samples: made.map((one) => one.aboveMb),
        budget: { most: 100 },
      },
      {
        what: `${what}, others’ calls meanwhile, p99`,
        unit: 'ms',
        samples: made.map((one) => one.meanwhileMs),
        budget: { most: 30 },
      },
    ]
  })
}
