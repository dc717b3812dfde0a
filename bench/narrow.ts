import { join } from 'node:path'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { startPostgres } from '#scripts/postgres.ts'
import { openDatabase } from '#server/kernel/database.ts'
import { atEnd, type Figure, interleaved, type Measure, median, once, quantile, repeats, timed } from './harness.ts'
import { query } from './support/book.ts'
import { drained } from './support/drained.ts'
import { load } from './support/load.ts'
import { type NarrowTable, narrowRows, narrowSql } from './support/narrow.ts'
import { differing } from './support/office.ts'
import { asking, type Served, startProcess } from './support/server.ts'

const [pageSize, deepRow] = [200, 900_000]
/** Longer than the keys of the largest list take to be made, and how often is looked whether they are, in ms. */
const [keysMaxMs, lookMs] = [30_000, 500]
const token = 'anybody'
const named = (rows: number) => rows.toLocaleString('en')

/** A database with the narrow rows in it, gone at the end. */
async function startNarrow(): Promise<string> {
  const postgres = await startPostgres({ durable: true })
  atEnd(() => postgres.stop())
  const url = await postgres.create('narrow')
  const database = await openDatabase({ url })
  await database.migrate()
  await database.close()
  for (const name of Object.keys(narrowRows) as NarrowTable[]) {
    for (const statement of narrowSql(name)) await query(url, statement)
  }
  return url
}

/** A server that knows nothing yet of what is in its lists. */
const startServer = (url: string): Promise<Served> =>
  startProcess({
    args: ['--max-semi-space-size=32', '--import', 'tsx', join(import.meta.dirname, 'support/narrow-server.ts')],
    env: { DATABASE_URL: url },
    ready: '/',
  })

/** A page of a list, from a row on, as it stood at a moment. */
const pageOf = (name: NarrowTable, q: string, from: number, asOf?: string): string =>
  `/${name}?${new URLSearchParams({ q, from: String(from), size: String(pageSize), ...(asOf && { asOf }) })}`

/** How long a page takes by OFFSET, as somebody writes it by hand. */
const byOffset = (url: string, name: NarrowTable, order: string, from: number): Promise<number> =>
  timed(() => query(url, `select * from ${name} order by ${order} limit ${pageSize} offset ${from}`))

const orders = [
  { q: '', sql: 'created_at desc, id desc' },
  { q: 'sort:amount', sql: 'amount_minor, id' },
] as const

/** A deep page before anything is known but the count, and once the keys are made; and the first page beside it. */
async function deepIn(url: string, name: NarrowTable, q: string, from: number) {
  const server = await startServer(url)
  const ask = asking(server.url, token)
  for (let i = 0; i < 20; i++) await ask(pageOf(name, q, 0))
  const { asOf } = await ask<{ asOf: string }>(pageOf(name, q, 0))
  const first = await timed(() => ask(pageOf(name, q, 0, asOf)))
  await ask(`/${name}/count?q=${q}`)
  const cold = await timed(() => ask(pageOf(name, q, from, asOf)))
  const until = performance.now() + keysMaxMs
  const isQuick = async () => (await timed(() => ask(pageOf(name, q, from, asOf)))) < cold / 3
  do await new Promise((look) => setTimeout(look, lookMs))
  while (!(await isQuick()) && performance.now() < until)
  const warm: number[] = []
  for (let i = 0; i < 9; i++) warm.push(await timed(() => ask(pageOf(name, q, from + 7_000 * i, asOf))))
  await server.stop()
  return { first, cold, warm: median(warm) }
}

async function deep(url: string, name: NarrowTable): Promise<Figure[]> {
  const figures: Figure[] = []
  const rows = narrowRows[name]
  for (const { q, sql } of orders) {
    for (const from of [deepRow, rows / 2]) {
      const { ours, control } = await interleaved({
        ours: () => deepIn(url, name, q, from),
        control: () => byOffset(url, name, sql, from),
      })
      const what = `${named(rows)} narrow rows${q && `, ${q}`}, page at row ${named(from)}`
      const offset = { what: 'OFFSET', samples: control }
      const first = { what: 'first page', samples: ours.map((one) => one.first) }
      figures.push(
        {
          what: `${what}, before its keys`,
          unit: 'ms',
          samples: ours.map((one) => one.cold),
          control: offset,
          budget: { most: 30 },
        },
        {
          what: `${what}, by kept keys`,
          unit: 'ms',
          samples: ours.map((one) => one.warm),
          control: first,
          budget: { ratioMost: 3 },
        },
      )
    }
  }
  return figures
}

async function lists(url: string): Promise<Figure[]> {
  const server = await startServer(url)
  const figures: Figure[] = []
  for (const name of Object.keys(narrowRows) as NarrowTable[]) {
    for (const { q } of orders) {
      const call = { url: `${server.url}/api${pageOf(name, q, 0)}`, token, connections: 4, amount: 100 }
      await load(call)
      const samples: number[] = []
      for (let i = 0; i < repeats; i++) samples.push(quantile((await load(call)).times, 0.95))
      const what = `${named(narrowRows[name])} narrow rows${q && `, ${q}`}, first page, 4 at once, p95`
      figures.push({ what, unit: 'ms', samples, budget: { most: 60 } })
    }
  }
  await server.stop()
  return figures
}

/** `COPY` of the same rows, in rows a second. */
async function copied(url: string, name: NarrowTable): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ms = await timed(() =>
    drained(client.query(copyTo(`copy (select * from ${name} order by created_at desc, id desc) to stdout csv`))),
  )
  await client.end()
  return (narrowRows[name] / ms) * 1_000
}

interface Exported {
  readonly perSecond: number
  readonly aboveMb: number
  readonly lateMs: number
}

/** A whole list as a file: how fast, how much memory above the idle process, how late its loop was. */
async function exported(server: Served, name: NarrowTable, format: 'csv' | 'xlsx'): Promise<Exported> {
  const idle = server.residentMb()
  let most = idle
  const watch = setInterval(() => {
    most = Math.max(most, server.residentMb())
  }, 500)
  await fetch(`${server.url}/late`)
  const ms = await timed(async () => {
    const headers = { Authentication: token }
    const { body } = await fetch(`${server.url}/api/${name}/export?q=&format=${format}`, { headers })
    await drained(body!)
  })
  clearInterval(watch)
  const late = (await (await fetch(`${server.url}/late`)).json()) as number[] // what it answers
  return { perSecond: (narrowRows[name] / ms) * 1_000, aboveMb: most - idle, lateMs: quantile(late, 0.99) }
}

async function files(url: string): Promise<Figure[]> {
  const name = 'narrow_1'
  const run = (format: 'csv' | 'xlsx') => async () => {
    const server = await startServer(url)
    for (let i = 0; i < 20; i++) await asking(server.url, token)(pageOf(name, '', 0))
    const made = await exported(server, name, format)
    await server.stop()
    return made
  }
  const { csv, xlsx, copy } = await interleaved({ csv: run('csv'), xlsx: run('xlsx'), copy: () => copied(url, name) })
  const control = { what: 'COPY', samples: copy }
  return Object.entries({ CSV: { made: csv, least: 60_000 }, XLSX: { made: xlsx, least: 25_000 } }).flatMap(
    ([format, { made, least }]): Figure[] => {
      const what = `${named(narrowRows[name])} narrow rows as ${format}`
      return [
        {
          what: `${what}, rows a second`,
          unit: '/s',
          samples: made.map((one) => one.perSecond),
          control,
          budget: { least },
        },
        {
          what: `${what}, above the idle process`,
          unit: 'MB',
          samples: made.map((one) => one.aboveMb),
          budget: { most: 100 },
        },
        {
          what: `${what}, event loop late, p99`,
          unit: 'ms',
          samples: made.map((one) => one.lateMs),
          budget: { most: 30 },
        },
      ]
    },
  )
}

/** Some of a list as a file of each format: LibreOffice has to read the same from both. */
async function opened(url: string): Promise<Figure[]> {
  const server = await startServer(url)
  const file = async (format: string) => {
    const q = encodeURIComponent('createdAt<2020-01-03 sort:createdAt')
    const headers = { Authentication: token }
    const response = await fetch(`${server.url}/api/narrow_1/export?q=${q}&format=${format}`, { headers })
    return Buffer.from(await response.arrayBuffer())
  }
  const wrong = differing(await file('csv'), await file('xlsx'))
  await server.stop()
  const what = 'lines that LibreOffice reads otherwise from XLSX than they stand in CSV'
  return wrong === null ? [] : [{ what, unit: '', samples: [wrong], budget: { most: 0 } }]
}

/** A database with the narrow rows, for every part. */
const rows = once(startNarrow)

/** Lists, deep pages and files of a million and ten million rows that are nothing but rows. */
export const parts: Readonly<Record<string, Measure>> = {
  lists: async () => lists(await rows()),
  files: async () => files(await rows()),
  office: async () => opened(await rows()),
  deep: async () => [...(await deep(await rows(), 'narrow_1')), ...(await deep(await rows(), 'narrow_10'))],
}
