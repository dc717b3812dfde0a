import { expect } from 'vitest'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { Listing } from '#contract/kernel/list.ts'
import { queryFieldsOf } from '#contract/kernel/personal-data.ts'
import { print } from '#contract/kernel/query/print.ts'
import { type Cells, cellCondition, type Grain, knownThrough, type Report } from '#contract/kernel/report.ts'
import type { LocalDate } from '#contract/kernel/values.ts'

/** What is asked of a report, and of which measures: without them of all. */
export interface Asked {
  readonly by: string
  readonly grain: Grain
  readonly q?: string
  readonly asOf?: LocalDate
  readonly measures?: readonly string[]
}

interface ReportOf {
  readonly report: Report
  readonly listing: Listing
  readonly asked: Asked
}

/** Whoever asks: answers of calls by their address, and the time it is there. */
interface Caller {
  get(at: string): Promise<{ readonly data?: unknown }>
  readonly now: Date
}

interface Answer {
  readonly rows: readonly { readonly value: string | null; readonly cells: Cells }[]
  readonly total: Cells
}
interface Totals {
  readonly count: number
  readonly sums: Readonly<Record<string, readonly { readonly minor: number }[]>>
}

const pathOf = ({ at }: Pick<Report, 'at'>): string => at.slice(at.indexOf(' ') + 1)
const line = (asked: Readonly<Record<string, string>>) => new URLSearchParams(asked).toString()

/** A part of a cell: of which measure, of which row (without one, of all of them), and what of it. */
interface Place {
  readonly name: string
  readonly value?: string | null
  readonly part: 'value' | 'per'
}

/** What the list of the rows that a part of a cell counts comes to: how many there are, and its amount. */
async function listed({ report, listing, asked }: ReportOf, place: Place, { get, now }: Caller) {
  const reader = { ...queryFieldsOf(listing, true), currency: 'INR' } as const
  const through = knownThrough(asked.asOf, businessDate(toInstant(now), 'IN'))
  const where = cellCondition(report, listing, reader, { q: '', ...asked, ...place, through })
  const q = print({ where, sort: [] }, reader)
  const { count, sums } = (await get(`${pathOf(listing)}/totals?${line({ q })}`)).data as Totals // what every listing answers
  const measure = report.measures[place.name]!
  const { sum } = (place.part === 'per' ? measure.per : measure) ?? {}
  return { q, rows: count, value: sum === undefined ? count : (sums[sum]?.[0]?.minor ?? 0) }
}

/**
 * Compares cells of a report with the lists of their rows: every one, or those that `draw` says.
 * @returns how many were compared.
 */
export async function cellsMatch(of: ReportOf, caller: Caller, draw = () => true): Promise<number> {
  const { report, asked } = of
  const { measures, ...rest } = { q: '', ...asked }
  const address = `${pathOf(report)}?${line({ ...rest, ...(measures && { measures: measures.join() }) })}`
  const { rows, total } = (await caller.get(address)).data as Answer // what every report answers
  const lines = [...rows, { value: undefined, cells: total }]
  const cells = lines
    .flatMap(({ value, cells: told }) =>
      Object.entries(told).flatMap(([name, cell]) =>
        cell ? [{ cell, name, ...(value !== undefined && { value }) }] : [],
      ),
    )
    .filter(draw)
  for (const { cell, ...at } of cells) {
    const { q, ...counted } = await listed(of, { ...at, part: 'value' }, caller)
    expect({ ...at, q, ...counted }).toEqual({ ...at, q, value: cell.value, rows: cell.rows })
    if (cell.per === null) continue
    const per = await listed(of, { ...at, part: 'per' }, caller)
    expect({ ...at, q: per.q, per: per.value }).toEqual({ ...at, q: per.q, per: cell.per })
  }
  return cells.length
}
