import { sql } from 'drizzle-orm'
import { FinalState, finalStateOf } from '#contract/loans/flow.ts'
import type { Application } from '#contract/loans/row.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { startOfLocalDay } from '#server/kernel/base/clock.ts'
import type { SummarySource } from '#server/kernel/listing/source.ts'
import { productRows } from '#server/modules/products/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { byState, decisionSeconds, lent, resubmitted } from './columns.ts'
import { approvedOnce } from './steps/approved.ts'
import { applicationDayRows as days, loanRows } from './store.ts'

const { currency } = loanRows

/** Orders by the day they were applied for. */
export const applicationSummary: SummarySource<Application> = {
  of: (country) => ({
    ...{ table: days, rows: days.rows, beside: [] },
    parts: [{ table: loanRows, select: sql`select * from ${loanRows}` }],
    from: (union) => sql`${union} as ${loanRows}`,
    by: [
      [days.appliedAt, startOfLocalDay(loanRows.appliedAt, { country })],
      [days.decidedAt, startOfLocalDay(loanRows.decidedAt, { country })],
      [days.disbursedAt, startOfLocalDay(loanRows.disbursedAt, { country })],
      [days.productId, loanRows.productId],
      [days.app, loanRows.app],
      [days.channel, loanRows.channel],
      [days.kind, loanRows.kind],
      [days.firstLoan, sql`(${loanRows.ordinal} = 1)`],
      [days.departmentId, loanRows.departmentId],
      [days.state, loanRows.state],
      [days.machineResult, loanRows.machineResult],
      [days.manualResult, loanRows.manualResult],
      [days.approved, approvedOnce],
      [days.deniedCode, loanRows.deniedCode],
      [days.reviewerId, loanRows.reviewerId],
      [days.attempts, loanRows.attempts],
      [days.resubmitted, resubmitted],
    ],
    sums: [
      [days.amountMinor, lent],
      [days.receivedMinor, loanRows.receivedMinor],
      [days.feeMinor, loanRows.feeMinor],
      [days.decisionSeconds, decisionSeconds],
    ],
  }),
  from: sql`${days} join ${productRows} on ${productRows.id} = ${days.productId}
    left join ${staffRows} on ${staffRows.id} = ${days.reviewerId}`,
  columns: () => ({
    ...{ state: days.state, attempts: days.attempts, kind: days.kind, firstLoan: days.firstLoan },
    ...{ appliedAt: days.appliedAt, decidedAt: days.decidedAt, disbursedAt: days.disbursedAt },
    ...{ machineResult: days.machineResult, manualResult: days.manualResult, approved: days.approved },
    ...{ resubmitted: days.resubmitted, decisionSeconds: { summed: days.decisionSeconds } },
    ...{ deniedCode: days.deniedCode, app: days.app, channel: days.channel },
    finalState: byState(days.state, FinalState.values, finalStateOf),
    product: { id: days.productId, name: productRows.name },
    reviewer: { id: days.reviewerId, name: staffRows.name },
    amount: { minor: days.amountMinor, currency },
    received: { minor: days.receivedMinor, currency },
    fee: { minor: days.feeMinor, currency },
  }),
  scope: { department: (actor: Actor) => inUnitsOf(actor, days.departmentId) },
}
