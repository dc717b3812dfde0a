import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openDatabase } from '#server/kernel/base/database.ts'
import { upgrade } from '#server/upgrade.ts'
import { type Figure, interleaved, type Measure, quantile, repeats, shared, timed } from './harness.ts'
import { query } from './support/book.ts'
import { deepPages, orders, pageOf, startNarrowTableServer, token } from './support/deep-pagination.ts'
import { drainStream } from './support/drain-stream.ts'
import { countDifferingLines } from './support/libreoffice.ts'
import { load } from './support/load.ts'
import { type NarrowTable, narrowTableRows, narrowTableSql } from './support/narrow-tables.ts'
import { type PersistentPostgres, startPersistentPostgres } from './support/persistent-postgres.ts'
import { apiClient, type ServerProcess } from './support/server.ts'

const named = (rows: number) => rows.toLocaleString('en')

async function fill(kept: PersistentPostgres): Promise<true> {
  process.stdout.write(`Writing narrow rows, kept in ${kept.folder} …\n`)
  await query(kept.url, 'drop database if exists narrow')
  const url = await kept.create('narrow')
  const database = await openDatabase({ url })
  await upgrade(database, 'IN')
  await database.close()
  for (const name of Object.keys(narrowTableRows) as NarrowTable[]) {
    for (const statement of narrowTableSql(name)) await query(url, statement)
  }
  return true
}

/** A database with the narrow tables (six columns, no joins), kept for the next time. */
async function startNarrowTables(): Promise<string> {
  const kept = await startPersistentPostgres('narrow', ['server/migrations', 'bench/support/narrow-tables.ts'])
  await kept.once('narrow', () => fill(kept))
  return kept.url.replace(/\/\w+$/, '/narrow')
}

async function lists(url: string): Promise<Figure[]> {
  const server = await startNarrowTableServer(url)
  const figures: Figure[] = []
  for (const name of Object.keys(narrowTableRows) as NarrowTable[]) {
    for (const { q } of orders) {
      const call = { url: `${server.url}/api${pageOf(name, q, 0)}`, token, connections: 4, amount: 100 }
      await load(call)
      const samples: number[] = []
      for (let i = 0; i < repeats; i++) samples.push(quantile((await load(call)).times, 0.95))
      const what = `${named(narrowTableRows[name])} narrow rows${q && `, ${q}`}, first page, 4 at once, p95`
      figures.push({ what, unit: 'ms', samples, budget: { most: 60 } })
    }
  }
  await server.stop()
  return figures
}

/** `COPY` of the same rows, in rows a second. */
async function copyRate(url: string, name: NarrowTable): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ms = await timed(() =>
    drainStream(client.query(copyTo(`copy (select * from ${name} order by created_at desc, id desc) to stdout csv`))),
  )
  await client.end()
  return (narrowTableRows[name] / ms) * 1_000
}

interface ExportResult {
  readonly perSecond: number
  readonly aboveMb: number
  readonly lateMs: number
}

/** A whole list as a file: how fast, how much memory above the idle process, event loop delay. */
async function measureExport(server: ServerProcess, name: NarrowTable, format: 'csv' | 'xlsx'): Promise<ExportResult> {
  const idle = server.residentMb()
  let most = idle
  const watch = setInterval(() => {
    most = Math.max(most, server.residentMb())
  }, 500)
  await fetch(`${server.url}/late`)
  const ms = await timed(async () => {
    const headers = { Authentication: token }
    const { body } = await fetch(`${server.url}/api/${name}/export?q=&format=${format}`, { headers })
    await drainStream(body!)
  })
  clearInterval(watch)
  const late = (await (await fetch(`${server.url}/late`)).json()) as number[] // what it answers
  return { perSecond: (narrowTableRows[name] / ms) * 1_000, aboveMb: most - idle, lateMs: quantile(late, 0.99) }
}

async function files(url: string): Promise<Figure[]> {
  const name = 'narrow_1'
  const run = (format: 'csv' | 'xlsx') => async () => {
    const server = await startNarrowTableServer(url)
    for (let i = 0; i < 20; i++) await apiClient(server.url, token)(pageOf(name, '', 0))
    const made = await measureExport(server, name, format)
    await server.stop()
    return made
  }
  const { csv, xlsx, copy } = await interleaved({ csv: run('csv'), xlsx: run('xlsx'), copy: () => copyRate(url, name) })
  const control = { what: 'COPY', samples: copy }
  return Object.entries({ CSV: { made: csv, least: 60_000 }, XLSX: { made: xlsx, least: 25_000 } }).flatMap(
    ([format, { made, least }]): Figure[] => {
      const what = `${named(narrowTableRows[name])} narrow rows as ${format}`
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
          what: `${what}, event loop delay, p99`,
          unit: 'ms',
          samples: made.map((one) => one.lateMs),
          budget: { most: 30 },
        },
      ]
    },
  )
}

/** Some of a list as a file of each format: LibreOffice has to read the same from both. */
async function compareInLibreOffice(url: string): Promise<Figure[]> {
  const server = await startNarrowTableServer(url)
  const file = async (format: string) => {
    const q = encodeURIComponent('createdAt<2020-01-03 sort:createdAt')
    const headers = { Authentication: token }
    const response = await fetch(`${server.url}/api/narrow_1/export?q=${q}&format=${format}`, { headers })
    return Buffer.from(await response.arrayBuffer())
  }
  const wrong = countDifferingLines(await file('csv'), await file('xlsx'))
  await server.stop()
  const what = 'lines that LibreOffice reads otherwise from XLSX than they stand in CSV'
  return wrong === null ? [] : [{ what, unit: '', samples: [wrong], budget: { most: 0 } }]
}

/** A database with the narrow tables, for every part. */
const rows = shared(startNarrowTables)

/**
 * Narrow tables of a million and ten million rows: first pages, deep pagination, exports, and these read by
 * LibreOffice.
 */
export const parts: Readonly<Record<string, Measure>> = {
  lists: async () => lists(await rows()),
  files: async () => files(await rows()),
  libreoffice: async () => compareInLibreOffice(await rows()),
  deep: async () => [...(await deepPages(await rows(), 'narrow_1')), ...(await deepPages(await rows(), 'narrow_10'))],
}
