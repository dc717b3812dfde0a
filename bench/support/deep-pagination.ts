import { join } from 'node:path'
import { type Figure, interleaved, median, timed } from '../harness.ts'
import { query } from './book.ts'
import { type NarrowTable, narrowTableRows } from './narrow-tables.ts'
import { apiClient, type ServerProcess, startProcess } from './server.ts'

/** Rows of one page, and the place of a deep one. */
const [pageSize, deepRow] = [200, 900_000]
/** Whoever calls: everybody may see everything. */
export const token = 'anybody'

/** A server that knows nothing yet of what is in its lists. */
export const startNarrowTableServer = (url: string): Promise<ServerProcess> =>
  startProcess({
    args: ['--max-semi-space-size=32', '--import', 'tsx', join(import.meta.dirname, 'narrow-server.ts')],
    env: { DATABASE_URL: url },
    ready: '/',
  })

/** A page of a list, from a row on, as it stood at a moment. */
export const pageOf = (name: NarrowTable, q: string, from: number, asOf?: string): string =>
  `/${name}?${new URLSearchParams({ q, from: String(from), size: String(pageSize), ...(asOf && { asOf }) })}`

/** The orders of a list, each by an index: as the filter line has it, and by hand. */
export const orders = [
  { q: '', sql: 'created_at desc, id desc' },
  { q: 'sort:amount', sql: 'amount_minor, id' },
] as const

/** How long a page takes from each of `places`, one after another. */
async function timesOf(places: readonly number[], page: (from: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const from of places) times.push(await timed(() => page(from)))
  return times
}

/** How long pages take by OFFSET, as somebody writes them by hand. */
const byOffset = (url: string, name: NarrowTable, order: string, places: readonly number[]): Promise<number[]> =>
  timesOf(places, (from) => query(url, `select * from ${name} order by ${order} limit ${pageSize} offset ${from}`))

/** Waits until the server has read the keyset: nobody else has a query under way there. */
async function keysetReady(url: string): Promise<void> {
  const begun = `select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
  while ((await query(url, begun)).length > 0) await new Promise((look) => setTimeout(look, 50))
}

/** Times of the first page, and for every place of a page right after the count, and once the keyset is there. */
async function measurePages(url: string, name: NarrowTable, q: string, places: readonly number[]) {
  const server = await startNarrowTableServer(url)
  const ask = apiClient(server.url, token)
  for (let i = 0; i < 20; i++) await ask(pageOf(name, q, 0))
  const { asOf } = await ask<{ asOf: string }>(pageOf(name, q, 0))
  const page = (from: number) => ask(pageOf(name, q, from, asOf))
  const first = await timesOf(Array(9).fill(0), page)
  await ask(`/${name}/count?q=${q}`)
  const counted = await timesOf(places, page)
  await keysetReady(url)
  const made: number[] = []
  for (const place of places) {
    const near = Array.from({ length: 9 }, (_, i) => place + 7_000 * i)
    made.push(median(await timesOf(near, page)))
  }
  await server.stop()
  return { first: median(first), counted, made }
}

/** Deep pagination of a list in each of its orders, beside OFFSET and beside the first page. */
export async function deepPages(url: string, name: NarrowTable): Promise<Figure[]> {
  const figures: Figure[] = []
  const rows = narrowTableRows[name]
  const places = [deepRow, rows / 2]
  for (const { q, sql } of orders) {
    const { ours, offset } = await interleaved({
      ours: () => measurePages(url, name, q, places),
      offset: () => byOffset(url, name, sql, places),
    })
    for (const [i, from] of places.entries()) {
      const what = `${rows.toLocaleString('en')} narrow rows${q && `, ${q}`}, page at row ${from.toLocaleString('en')}`
      const [control, first] = [offset.map((times) => times[i]!), ours.map((one) => one.first)]
      figures.push(
        {
          ...{ what: `${what}, right after the count`, unit: 'ms', samples: ours.map(({ counted }) => counted[i]!) },
          ...{ control: { what: 'OFFSET', samples: control }, budget: { most: 30 } },
        },
        {
          ...{ what: `${what}, by keyset`, unit: 'ms', samples: ours.map(({ made }) => made[i]!) },
          ...{ control: { what: 'first page', samples: first }, budget: { ratioMost: 3 } },
        },
      )
    }
  }
  return figures
}
