import { type Column, sql } from 'drizzle-orm'
import type { Recovery } from '#contract/recoveries.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { startOfLocalDay } from '#server/kernel/base/clock.ts'
import { withName } from '#server/kernel/listing/column-mapping.ts'
import { nameLookup } from '#server/kernel/listing/labels.ts'
import type { SummarySource } from '#server/kernel/listing/source.ts'
import { signOf } from '#server/kernel/summaries/summary.ts'
import { caseHolderScopes } from '#server/modules/case-holder/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { stageRef } from '#server/modules/stages/steps.ts'
import { fromUnitDown } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { recoveryDayRows as days, recoveryRows as rows } from './store.ts'

const amount = (minor: Column) => ({ minor, currency: rows.currency })
/** The orders of one customer, who becomes a known one. */
const loansOf = sql`select ${loanRows.id} from ${loanRows} where ${loanRows.customerId} = (select ${customerRows.id} from ${customerRows})`

/** Recoveries by the day. */
export const recoverySummary: SummarySource<Recovery> = {
  of: (country) => ({
    ...{ table: days, rows: days.rows },
    parts: [{ table: rows, select: sql`select * from ${rows}` }],
    beside: [{ table: customerRows, where: sql`${rows.loanId} = any(array(${loansOf}))` }],
    from: (union) => sql`${union} as ${rows} join ${loanRows} on ${loanRows.id} = ${rows.loanId}
      join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}`,
    by: [
      [days.at, startOfLocalDay(rows.paidAt, { country })],
      [days.state, rows.state],
      [days.entry, rows.entry],
      [days.stage, rows.stage],
      [days.collectorId, rows.collectorId],
      [days.groupId, rows.groupId],
      [days.agencyId, rows.agencyId],
      [days.unitPath, rows.unitPath],
      [days.customerKind, customerRows.kind],
      [days.amountSign, signOf(rows.amountMinor)],
    ],
    sums: [
      [days.amountMinor, rows.amountMinor],
      [days.penaltyMinor, rows.penaltyMinor],
      [days.principalMinor, rows.principalMinor],
      [days.extensionMinor, rows.extensionMinor],
      [days.reducedMinor, rows.reducedMinor],
      [days.commissionMinor, rows.commissionMinor],
    ],
  }),
  from: sql`${days}`,
  columns: ({ t }) => ({
    ...{ paidAt: days.at, state: days.state, entry: days.entry, customerKind: days.customerKind },
    stage: stageRef(days.stage),
    collector: withName(days.collectorId, staffRows),
    group: nameLookup(days.groupId, unitRows, t),
    agency: nameLookup(days.agencyId, unitRows, t),
    amount: { ...amount(days.amountMinor), sign: days.amountSign },
    toPenalty: amount(days.penaltyMinor),
    toPrincipal: amount(days.principalMinor),
    extensionFee: amount(days.extensionMinor),
    reduction: amount(days.reducedMinor),
    commission: amount(days.commissionMinor),
  }),
  scope: { ...caseHolderScopes(days), department: (actor: Actor) => fromUnitDown(actor, days.unitPath) },
}
