import { sql } from 'drizzle-orm'
import { Closure, closureOf } from '#contract/loans/flow.ts'
import { reloanReport } from '#contract/loans/reports.ts'
import type { Order } from '#contract/loans/row.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { startOfLocalDay } from '#server/kernel/base/clock.ts'
import type { SummarySource } from '#server/kernel/listing/source.ts'
import { signOf } from '#server/kernel/summaries/summary.ts'
import { productRows } from '#server/modules/products/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { byState } from './columns.ts'
import { reloanColumns } from './reloan.ts'
import { closedOrderDayRows as days, loanRows } from './store.ts'

const { currency } = loanRows
const { closingPaidMinor, closingPenaltyMinor } = loanRows
const [paid, penalty] = [sql`coalesce(${closingPaidMinor}, 0)`, sql`coalesce(${closingPenaltyMinor}, 0)`]
const closed = sql`${loanRows.disbursedAt} is not null and ${loanRows.closedAt} is not null`

/** Orders that were closed, by the day of that: what they came to no longer changes with every day. */
export const closedOrderSummary: SummarySource<Order> = {
  about: reloanReport.where,
  of: (country) => ({
    ...{ table: days, rows: days.rows, beside: [] },
    parts: [{ table: loanRows, select: sql`select * from ${loanRows} where ${closed}` }],
    from: (union) => sql`${union} as ${loanRows}`,
    by: [
      [days.closedAt, startOfLocalDay(loanRows.closedAt, { country })],
      [days.reloanedAt, startOfLocalDay(loanRows.reloanedAt, { country })],
      [days.productId, loanRows.productId],
      [days.app, loanRows.app],
      [days.channel, loanRows.channel],
      [days.ordinal, loanRows.ordinal],
      [days.departmentId, loanRows.departmentId],
      [days.state, loanRows.state],
      [days.penaltySign, signOf(penalty)],
    ],
    sums: [
      [days.paidMinor, paid],
      [days.penaltyMinor, penalty],
    ],
  }),
  from: sql`${days} join ${productRows} on ${productRows.id} = ${days.productId}`,
  columns: (readContext) => ({
    ...{ closedAt: days.closedAt, ordinal: days.ordinal, app: days.app, channel: days.channel, state: days.state },
    ...reloanColumns(days, readContext),
    closure: byState(days.state, Closure.values, closureOf),
    product: { id: days.productId, name: productRows.name },
    paid: { minor: days.paidMinor, currency },
    penalty: { minor: days.penaltyMinor, currency, sign: days.penaltySign },
  }),
  scope: { department: (actor: Actor) => inUnitsOf(actor, days.departmentId) },
}
