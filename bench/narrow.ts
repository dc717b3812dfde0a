import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openDatabase } from '#server/kernel/database.ts'
import { type Figure, interleaved, type Measure, once, quantile, repeats, timed } from './harness.ts'
import { query } from './support/book.ts'
import { deepPages, orders, pageOf, startNarrowServer, token } from './support/deep.ts'
import { drained } from './support/drained.ts'
import { type Kept, startKept } from './support/kept.ts'
import { load } from './support/load.ts'
import { type NarrowTable, narrowRows, narrowSql } from './support/narrow.ts'
import { differing } from './support/office.ts'
import { asking, type Served } from './support/server.ts'

const named = (rows: number) => rows.toLocaleString('en')

async function fill(kept: Kept): Promise<true> {
  process.stdout.write(`Writing narrow rows, kept in ${kept.folder} …\n`)
  await query(kept.url, 'drop database if exists narrow')
  const url = await kept.create('narrow')
  const database = await openDatabase({ url })
  await database.migrate()
  await database.close()
  for (const name of Object.keys(narrowRows) as NarrowTable[]) {
    for (const statement of narrowSql(name)) await query(url, statement)
  }
  return true
}

/** A database with the narrow rows in it, kept for the next time. */
async function startNarrow(): Promise<string> {
  const kept = await startKept('narrow', ['server/migrations', 'bench/support/narrow.ts'])
  await kept.once('narrow', () => fill(kept))
  return kept.url.replace(/\/\w+$/, '/narrow')
}

async function lists(url: string): Promise<Figure[]> {
  const server = await startNarrowServer(url)
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
    const server = await startNarrowServer(url)
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
  const server = await startNarrowServer(url)
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
  deep: async () => [...(await deepPages(await rows(), 'narrow_1')), ...(await deepPages(await rows(), 'narrow_10'))],
}
