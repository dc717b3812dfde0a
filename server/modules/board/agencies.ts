import { type BoardAgency, type BoardNumber, board } from '#contract/board.ts'
import { collectionActivities } from '#contract/collection-activities.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import { print } from '#contract/kernel/query/print.ts'
import { cellCondition } from '#contract/kernel/report.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { reportOf } from '#server/kernel/listing/report.ts'
import { viewOf } from '#server/kernel/listing/view.ts'
import { readableListing } from './numbers.ts'

const { agencies } = collectionActivities
const [recovered, allocated] = ['recoveredPrincipal', 'principal'] as const
type AgencyMeasure = typeof recovered | typeof allocated

/** What each agency has recovered this month of the principal that came to it of some orders, best first, by the agency report. */
export async function agenciesOf(filter: string, context: Context): Promise<BoardAgency[]> {
  const readable = readableListing(agencies.of, context)
  if (!readable) return []
  const report = { ...agencies, requires: board.read.requires }
  const month = { q: `at:${context.today.slice(0, 7)} ${filter}`.trim(), by: 'agency', grain: 'month' } as const
  const asked = { ...month, measures: [recovered, allocated] }
  const { rows, currency, asOf } = await reportOf({ report, ...readable }, asked, context)
  const { reader } = (await viewOf(readable.listing, readable.source, { q: '' }, context)).context
  const lineOf = (name: AgencyMeasure, value: string) => {
    const place = { ...month, through: asOf, name, value, part: 'value' as const }
    return print({ where: cellCondition(report, readable.listing, reader, place), sort: [] }, reader)
  }
  return rows
    .flatMap(({ value, label, cells }) => {
      const [of, per] = [cells[recovered], cells[allocated]]
      if (value === null || !of || !per) return []
      const number = (measure: BoardNumber['measure'], name: AgencyMeasure, cell: typeof of): BoardNumber => ({
        ...{ measure, page: 'collectionActivities', query: lineOf(name, value), rows: cell.rows },
        amount: ofMinor(cell.value, currency),
      })
      const numbers = [number('allocated', allocated, per), number('recoveredPrincipal', recovered, of)]
      return [{ rate: of.value / per.value, id: value, name: label, numbers }]
    })
    .sort((a, b) => b.rate - a.rate)
    .map(({ rate: _, ...agency }) => agency)
}
