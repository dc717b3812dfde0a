import { type Column, sql } from 'drizzle-orm'
import type { Payment } from '#contract/payments.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Expression } from '#server/kernel/listing/column-mapping.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { caseHolderScopes } from '#server/modules/case-holder/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { allocationRows, paymentRows, reversalRows } from './store.ts'

const amount = (minor: Expression) => ({ minor, currency: paymentRows.currency })
const { paidPenalty, paidFee, paidInterest, paidPrincipal, paymentId } = allocationRows

/** What all plans together got of each payment; asked for the rows that are shown, not for those they are found among. */
const gone = (to: Column) =>
  amount(sql`(select coalesce(sum(${to}), 0)::bigint from ${allocationRows} where ${paymentId} = ${paymentRows.id})`)

/** The instalments that got something of each payment; asked like that. */
const instalments = sql`(select string_agg(${planRows.serial} || '/' || ${planRows.periods}, ', ' order by ${planRows.serial})
  from ${allocationRows} join ${planRows} on ${planRows.id} = ${allocationRows.planId} where ${paymentId} = ${paymentRows.id})`

/** List source: money that came in, or is on its way, with the order and the customer it is about. */
export const paymentSource: Source<Payment> = {
  table: paymentRows,
  from: sql`${paymentRows} join ${loanRows} on ${loanRows.id} = ${paymentRows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
    left join ${reversalRows} on ${reversalRows.paymentId} = ${paymentRows.id}
    left join ${staffRows} on ${staffRows.id} = ${reversalRows.makerId}`,
  columns: () => ({
    id: paymentRows.id,
    version: paymentRows.version,
    state: paymentRows.state,
    loanId: paymentRows.loanId,
    customerId: loanRows.customerId,
    name: customerRows.name,
    phone: customerRows.phone,
    amount: amount(paymentRows.amountMinor),
    kind: paymentRows.kind,
    channel: paymentRows.channel,
    platformRef: paymentRows.platformRef,
    paymentNo: paymentRows.paymentNo,
    utr: paymentRows.utr,
    upi: paymentRows.upi,
    createdAt: paymentRows.createdAt,
    completedAt: paymentRows.completedAt,
    period: instalments,
    toPenalty: gone(paidPenalty),
    toFee: gone(paidFee),
    toInterest: gone(paidInterest),
    toPrincipal: gone(paidPrincipal),
    extensionFee: amount(paymentRows.extensionMinor),
    unapplied: amount(paymentRows.unappliedMinor),
    cost: amount(paymentRows.costMinor),
    operator: paymentRows.operator,
    failure: paymentRows.failure,
    loanState: loanRows.state,
    reversal: reversalRows.state,
    reversalReason: reversalRows.reason,
    reversalBy: { id: reversalRows.makerId, name: staffRows.name },
  }),
  scope: {
    department: (actor: Actor) => inUnitsOf(actor, loanRows.departmentId),
    ...caseHolderScopes(paymentRows),
  },
}
