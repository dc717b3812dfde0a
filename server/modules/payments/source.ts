import { sql } from 'drizzle-orm'
import type { Payment } from '#contract/payments.ts'
import type { Actor } from '#server/kernel/permit.ts'
import type { Expression, Source } from '#server/kernel/source.ts'
import { heldBy, heldByAgencyOf, heldByGroupOf } from '#server/modules/cases/steps.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { allocationRows, paymentRows } from './store.ts'

const amount = (minor: Expression) => ({ minor, currency: paymentRows.currency })
const { paidPenalty, paidFee, paidInterest, paidPrincipal, paymentId } = allocationRows

/** What all plans together got of each payment. */
const split = sql`left join lateral (
    select coalesce(sum(${paidPenalty}), 0)::bigint as penalty, coalesce(sum(${paidFee}), 0)::bigint as fee,
      coalesce(sum(${paidInterest}), 0)::bigint as interest, coalesce(sum(${paidPrincipal}), 0)::bigint as principal
    from ${allocationRows} where ${paymentId} = ${paymentRows.id}) split on true`

/** Money that came in, or is on its way, with the order and the customer it is about. */
export const paymentSource: Source<Payment> = {
  table: paymentRows,
  from: sql`${paymentRows} join ${loanRows} on ${loanRows.id} = ${paymentRows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId} ${split}`,
  at: () => ({
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
    toPenalty: amount(sql`split.penalty`),
    toFee: amount(sql`split.fee`),
    toInterest: amount(sql`split.interest`),
    toPrincipal: amount(sql`split.principal`),
    extensionFee: amount(paymentRows.extensionMinor),
    unapplied: amount(paymentRows.unappliedMinor),
    cost: amount(paymentRows.costMinor),
    operator: paymentRows.operator,
    failure: paymentRows.failure,
    loanState: loanRows.state,
  }),
  scope: {
    department: (actor: Actor) => inUnitsOf(actor, loanRows.departmentId),
    agency: (actor: Actor) => heldByAgencyOf(actor, paymentRows.loanId),
    group: (actor: Actor) => heldByGroupOf(actor, paymentRows.loanId),
    own: (actor: Actor) => heldBy(actor, paymentRows.loanId),
  },
}
