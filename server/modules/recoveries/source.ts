import { type Column, sql } from 'drizzle-orm'
import type { Recovery } from '#contract/recoveries.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { withName } from '#server/kernel/listing/column-mapping.ts'
import { nameLookup } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { caseHolderScopes } from '#server/modules/case-holder/source.ts'
import { commissionStatementRows } from '#server/modules/commission-statements/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { orderColumns } from '#server/modules/loans/steps/order-columns.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { paymentRows } from '#server/modules/payments/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { stageRef } from '#server/modules/stages/steps.ts'
import { fromUnitDown } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { recoveryDisputeRows as disputes, recoveryRows as rows } from './store.ts'
import { recoverySummary } from './summary.ts'

const amount = (minor: Column) => ({ minor, currency: rows.currency })

/** The last dispute about it. */
const ofDispute = {
  disputeState: disputes.state,
  disputeTo: withName(disputes.collectorId, staffRows),
  disputeReason: disputes.reason,
  disputedBy: withName(disputes.makerId, staffRows),
  disputedAt: disputes.requestedAt,
  decidedBy: withName(disputes.checkerId, staffRows),
  decidedAt: disputes.decidedAt,
  note: disputes.note,
}

/** List source: what came in while somebody had the case. It belongs to whom it is credited to, whoever has the case now. */
export const recoverySource: Source<Recovery> = {
  table: rows,
  from: sql`${rows} join ${loanRows} on ${loanRows.id} = ${rows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
    join ${paymentRows} on ${paymentRows.id} = ${rows.paymentId}
    join ${staffRows} on ${staffRows.id} = ${rows.collectorId}
    left join ${disputes} on ${disputes.id} = ${rows.disputeId}
    left join ${commissionStatementRows} on ${commissionStatementRows.id} = ${rows.statementId}`,
  summary: recoverySummary,
  columns: ({ t }) => ({
    id: rows.id,
    version: rows.version,
    state: rows.state,
    entry: rows.entry,
    originalId: rows.ofId,
    loanId: rows.loanId,
    caseId: rows.caseId,
    customerId: loanRows.customerId,
    name: customerRows.name,
    ...orderColumns,
    stage: stageRef(rows.stage),
    overdueDays: rows.overdueDays,
    amount: amount(rows.amountMinor),
    toPrincipal: amount(rows.principalMinor),
    toInterest: amount(rows.interestMinor),
    toFee: amount(rows.feeMinor),
    toPenalty: amount(rows.penaltyMinor),
    extensionFee: amount(rows.extensionMinor),
    reduction: amount(rows.reducedMinor),
    paidAt: rows.paidAt,
    bookedAt: rows.bookedAt,
    paymentId: rows.paymentId,
    kind: paymentRows.kind,
    channel: paymentRows.channel,
    utr: paymentRows.utr,
    collector: { id: rows.collectorId, name: staffRows.name },
    group: nameLookup(rows.groupId, unitRows, t),
    agency: nameLookup(rows.agencyId, unitRows, t),
    commissionRate: rows.ratePpm,
    commission: amount(rows.commissionMinor),
    ...ofDispute,
    statementId: rows.statementId,
    lineId: rows.lineId,
    isClosed: sql`coalesce(${commissionStatementRows.state} = 'closed', false)`,
    isOpenAtClosing: rows.openAtClosing,
  }),
  scope: {
    ...caseHolderScopes(rows),
    department: (actor: Actor) => fromUnitDown(actor, rows.unitPath),
  },
}
