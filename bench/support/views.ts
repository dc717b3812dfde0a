import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#server/kernel/base/root.ts'
import type { Grid } from '#src/grid/define.ts'
import type { DeclaredReport } from '#src/grid/define-report.ts'
import { sparseFields } from '#src/grid/model/sparse-fields.ts'
import { type Figure, median, quantile, repeats } from '../harness.ts'
import { type Load, load } from './load.ts'
import { signIn } from './server.ts'

/** Who looks at everything but what is for the administrator, for reviewers, and who looks at what is theirs, where a view shows one's own. */
const readers = ['manager', 'admin', 'reviewer'] as const
const owners: Readonly<Record<string, string>> = { openCases: 'collector', operationTickets: 'ops', reductions: 'cs' }

const pageSize = 200

/** A view of a list that the console comes with. */
export interface ShippedView {
  readonly grid: Grid
  readonly view: string
  readonly query: string
}

export const nameOf = ({ grid, view }: ShippedView): string => `${grid.page} · ${view}`

/** Every list and every report that the console comes with, as `src/catalogue.ts` gathers them for a build. */
async function shippedPages(): Promise<readonly (Grid | DeclaredReport)[]> {
  const files = readdirSync(join(root, 'grids')).filter((file) => file.endsWith('.ts'))
  // every file there has a grid or a report as its default export
  return Promise.all(files.map(async (file) => (await import(`#grids/${file}`)).default as Grid | DeclaredReport))
}

/** Every report that the console comes with. */
export const shippedReports = async (): Promise<readonly DeclaredReport[]> =>
  (await shippedPages()).filter((one) => 'report' in one)

/** Every view of every list that the console comes with. */
export async function shippedViews(): Promise<ShippedView[]> {
  const grids = (await shippedPages()).filter((one) => 'columns' in one)
  return grids.flatMap((grid) => grid.views.map(({ name, query }) => ({ grid, view: name, query })))
}

/** The call of a first page, as the console makes it, for `load`. */
export function callOf({ grid, query }: ShippedView, base: string, token: string) {
  const path = grid.listing.sparse.at.slice('GET '.length)
  const fields = sparseFields(grid, []).join(',')
  const asked = new URLSearchParams({ q: query, fields, from: '0', size: `${pageSize}` })
  return { url: `${base}/api${path}?${asked}`, token }
}

type Call = ReturnType<typeof callOf>

/** Whether somebody may see a list at all. */
export async function isSeen({ url, token }: Call): Promise<boolean> {
  const response = await fetch(url, { headers: { Authentication: token } })
  const { code, msg } = (await response.json()) as { code: number; msg: string } // what every call answers
  if (code === 200 || code === 403) return code === 200
  throw new Error(`${url} answered ${code}: ${msg}`)
}

export const p95 = ({ times }: Load): number => quantile(times, 0.95)
const fewAtOnce = { connections: 4, amount: 40 }

/** Tokens by account. They are good for ten minutes. */
export type Tokens = Readonly<Record<string, string>>

/** Signs in everybody who reads a view, and others. */
export async function tokensOf(url: string, others: readonly string[] = []): Promise<Tokens> {
  const tokens: Record<string, string> = {}
  for (const account of [...readers, ...Object.values(owners), ...others])
    tokens[account] ??= await signIn(url, account)
  return tokens
}

/** The call of a view's first page, by the first who sees the list. @throws Error where none of them does. */
async function readCall(one: ShippedView, url: string, tokens: Tokens) {
  const owner = one.query.includes('@me') ? owners[one.grid.page] : undefined
  for (const reader of owner ? [owner] : readers) {
    const call = callOf(one, url, tokens[reader]!)
    if (await isSeen(call)) return { reader, call }
  }
  throw new Error(`nobody sees ${nameOf(one)}`)
}

/** Latency of the first page of views, the slowest first. */
export async function everyView(all: readonly ShippedView[], url: string, tokens: Tokens): Promise<Figure[]> {
  // one after the other: hundreds at once would wait for a connection longer than a call does
  const read: Awaited<ReturnType<typeof readCall>>[] = []
  for (const one of all) read.push(await readCall(one, url, tokens))
  const samples = read.map(() => [] as number[])
  for (let i = 0; i < repeats; i++) {
    for (const [at, { call }] of read.entries()) samples[at]!.push(p95(await load({ ...call, ...fewAtOnce })))
  }
  const figures = all.map(
    (one, at): Figure => ({
      what: `${nameOf(one)}, as ${read[at]!.reader}, 4 at once, p95`,
      unit: 'ms',
      samples: samples[at]!,
      budget: { most: 60 },
    }),
  )
  return figures.toSorted((a, b) => median(b.samples) - median(a.samples))
}
