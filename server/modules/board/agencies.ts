import { type BoardAgency, type BoardNumber, board } from '#contract/board.ts'
import { collectionActivities } from '#contract/collection-activities.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import { print } from '#contract/kernel/query/print.ts'
import { cellCondition } from '#contract/kernel/report.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { aggregatesOf } from '#server/kernel/listing/aggregates.ts'
import { type ReportAnswer, reportOf } from '#server/kernel/listing/report.ts'
import { viewOf } from '#server/kernel/listing/view.ts'
import { agenciesReached } from '#server/modules/units/steps.ts'
import { readableListing } from './numbers.ts'

const { agencies } = collectionActivities
const [recovered, allocated] = ['recoveredPrincipal', 'principal'] as const
type AgencyMeasure = typeof recovered | typeof allocated

/** What a measure of an agency comes to: how many rows, and their sum. */
interface AgencyAmount {
  readonly rows: number
  readonly minor: number
}
/** An agency with what came to it, and what of it came in. */
interface AgencyMonth {
  readonly id: string
  readonly name: string
  readonly allocated: AgencyAmount
  readonly recovered: AgencyAmount
}

/** Agencies that the report has both numbers of. */
const reported = (rows: ReportAnswer['rows']): AgencyMonth[] =>
  rows.flatMap(({ value, label, cells }) => {
    const [of, per] = [cells[recovered], cells[allocated]]
    if (value === null || !of || !per) return []
    const amountOf = (cell: typeof of): AgencyAmount => ({ rows: cell.rows, minor: cell.value })
    return [{ id: value, name: label, allocated: amountOf(per), recovered: amountOf(of) }]
  })

/** Agencies that there are beside those: of nothing there is no rate, and an agency with no row has none in the report. */
async function left(rows: ReportAnswer['rows'], known: readonly AgencyMonth[], context: Context) {
  const begins = `${context.today.slice(0, 7)}-01`
  const reached = (await agenciesReached(board.read.requires, context)).filter(
    ({ contractUntil }) => contractUntil === null || contractUntil >= begins,
  )
  const named = rows.flatMap(({ value, label }) => (value === null ? [] : { id: value, name: label }))
  const all = new Map([...reached, ...named].map(({ id, name }): [string, string] => [id, name]))
  for (const { id } of known) all.delete(id)
  return [...all].map(([id, name]) => ({ id, name }))
}

const rateOf = (one: AgencyMonth): number => (one.allocated.minor === 0 ? 0 : one.recovered.minor / one.allocated.minor)

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
  const known = reported(rows)
  const others = await left(rows, known, context)
  const lines = others.flatMap(({ id }) => [allocated, recovered].map((name) => lineOf(name as AgencyMeasure, id)))
  const asking = lines.map((query) => ({ query, sum: 'principal' }))
  const sums = asking.length > 0 ? await aggregatesOf(readable, asking, context) : []
  const amounts = sums.map(({ rows: found, minor }): AgencyAmount => ({ rows: found, minor: minor ?? 0 }))
  const counted = others.map((one, i) => ({ ...one, allocated: amounts[2 * i]!, recovered: amounts[2 * i + 1]! }))
  const number = (
    measure: BoardNumber['measure'],
    query: string,
    { rows: found, minor }: AgencyAmount,
  ): BoardNumber => ({
    ...{ measure, page: 'collectionActivities', query, rows: found },
    amount: ofMinor(minor, currency),
  })
  return [...known, ...counted]
    .sort((a, b) => rateOf(b) - rateOf(a))
    .map(({ id, name, ...of }) => {
      const told = [number('allocated', lineOf(allocated, id), of.allocated)]
      return { id, name, numbers: [...told, number('recoveredPrincipal', lineOf(recovered, id), of.recovered)] }
    })
}
