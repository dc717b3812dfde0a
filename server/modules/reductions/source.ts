import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Reduction } from '#contract/reductions.ts'
import type { Actor } from '#server/kernel/permit.ts'
import type { Expression, Source } from '#server/kernel/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'
import { reductionRows } from './store.ts'

const maker = alias(staffRows, 'maker')
const checker = alias(staffRows, 'checker')
const amount = (minor: Expression) => ({ minor, currency: reductionRows.currency })
const { beforePenalty, beforeFee, beforeInterest, beforePrincipal, amountMinor } = reductionRows
const before = sql`(${beforePenalty} + ${beforeFee} + ${beforeInterest} + ${beforePrincipal})`
const byMakersUnit = (actor: Actor) => belowUnitOf(actor, reductionRows.makerUnitPath)

/** Requests to let a customer pay less. They belong to the unit of whoever asked. */
export const reductionSource: Source<Reduction> = {
  table: reductionRows,
  from: sql`${reductionRows} join ${loanRows} on ${loanRows.id} = ${reductionRows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
    join ${staffRows} maker on maker.id = ${reductionRows.makerId}
    left join ${staffRows} checker on checker.id = ${reductionRows.checkerId}`,
  at: () => ({
    id: reductionRows.id,
    version: reductionRows.version,
    state: reductionRows.state,
    loanId: reductionRows.loanId,
    planId: reductionRows.planId,
    name: customerRows.name,
    overdueDays: reductionRows.overdueDays,
    penaltyBefore: amount(beforePenalty),
    feeBefore: amount(beforeFee),
    interestBefore: amount(beforeInterest),
    repayableBefore: amount(before),
    amount: amount(amountMinor),
    amountAfter: amount(sql`(${before} - ${amountMinor})`),
    reason: reductionRows.reason,
    source: reductionRows.source,
    maker: { id: reductionRows.makerId, name: maker.name },
    requestedAt: reductionRows.requestedAt,
    checker: { id: reductionRows.checkerId, name: checker.name },
    auditedAt: reductionRows.auditedAt,
    validUntil: reductionRows.validUntil,
    fate: reductionRows.fate,
    note: reductionRows.note,
    loanState: loanRows.state,
  }),
  scope: {
    department: byMakersUnit,
    agency: byMakersUnit,
    group: byMakersUnit,
    own: ({ id }) => sql`${reductionRows.makerId} = ${id}`,
  },
}
