import { type Column, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ReducedBill, Reduction } from '#contract/reductions.ts'
import type { ColumnMappings, Expression } from '#server/kernel/listing/column-mapping.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { fourEyes } from '#server/modules/four-eyes/source.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { allocationRows, paymentRows } from '#server/modules/payments/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { stageRef } from '#server/modules/stages/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { reductionRows } from './store.ts'

const people = fourEyes(reductionRows)
const amount = (minor: Expression) => ({ minor, currency: reductionRows.currency })
const { beforePenalty, beforeFee, beforeInterest, beforePrincipal, amountMinor } = reductionRows
const before = sql`(${beforePenalty} + ${beforeFee} + ${beforeInterest} + ${beforePrincipal})`
/** What is left of a part after the relief of a request that was passed. */
const after = (part: Column, relief: Column) =>
  amount(sql`(case when ${reductionRows.state} = 'passed' then ${part} - ${relief} end)`)
const makersUnit = alias(unitRows, 'makers_unit')

const mappings = (): ColumnMappings<Reduction> => ({
  id: reductionRows.id,
  version: reductionRows.version,
  state: reductionRows.state,
  loanId: reductionRows.loanId,
  planId: reductionRows.planId,
  name: customerRows.name,
  phone: customerRows.phone,
  overdueDays: reductionRows.overdueDays,
  penaltyBefore: amount(beforePenalty),
  feeBefore: amount(beforeFee),
  interestBefore: amount(beforeInterest),
  repayableBefore: amount(before),
  amount: amount(amountMinor),
  amountAfter: amount(sql`(${before} - ${amountMinor})`),
  penaltyAfter: after(beforePenalty, reductionRows.reliefPenalty),
  feeAfter: after(beforeFee, reductionRows.reliefFee),
  interestAfter: after(beforeInterest, reductionRows.reliefInterest),
  reason: reductionRows.reason,
  source: reductionRows.source,
  ...people.mappings,
  department: { id: makersUnit.id, name: makersUnit.name },
  auditedAt: reductionRows.auditedAt,
  validUntil: reductionRows.validUntil,
  fate: reductionRows.fate,
  loanState: loanRows.state,
})

/** List source: requests to let a customer pay less. They belong to the unit of whoever asked. */
export const reductionSource: Source<Reduction> = {
  table: reductionRows,
  from: sql`${reductionRows} join ${loanRows} on ${loanRows.id} = ${reductionRows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
    ${people.joined} left join ${unitRows} makers_unit on makers_unit.id = maker.unit_id`,
  columns: mappings,
  scope: people.scope,
}

const collector = alias(staffRows, 'collector')
const group = alias(unitRows, 'bill_group')
const held = alias(caseRows, 'held')
const { id: heldBy, name: heldByName } = collector
const paidAfter = sql`(case when ${reductionRows.state} = 'passed' then (
  select coalesce(sum(a.paid_penalty + a.paid_fee + a.paid_interest + a.paid_principal), 0)::bigint
  from ${allocationRows} a join ${paymentRows} p on p.id = a.payment_id
  where a.plan_id = ${reductionRows.planId} and p.state = 'success' and p.completed_at >= ${reductionRows.auditedAt}) end)`

/** List source: reductions that collection has asked for, with the case the order had then: the last that was open before. */
export const reducedBillSource: Source<ReducedBill> = {
  ...reductionSource,
  from: sql`${reductionSource.from}
    left join lateral (select c.* from ${caseRows} c where c.loan_id = ${reductionRows.loanId}
      and c.opened_at <= ${reductionRows.requestedAt} order by c.opened_at desc limit 1) held on true
    left join ${staffRows} collector on collector.id = held.collector_id
    left join ${unitRows} bill_group on bill_group.id = held.group_id`,
  where: sql`${reductionRows.source} = 'collector'`,
  columns: ({ t }) => ({
    ...mappings(),
    stage: stageRef(held.stage),
    collector: { id: heldBy, name: heldByName },
    group: nameRef(group.id, unitRows, t, group),
    paidAfter: amount(paidAfter),
  }),
}
