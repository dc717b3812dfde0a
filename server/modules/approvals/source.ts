import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Approval } from '#contract/approvals.ts'
import type { Actor } from '#server/kernel/permit.ts'
import type { Source } from '#server/kernel/source.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'
import { approvalRows } from './store.ts'

const maker = alias(staffRows, 'maker')
const checker = alias(staffRows, 'checker')
const byMakersUnit = (actor: Actor) => belowUnitOf(actor, approvalRows.makerUnitPath)

/** Runs that wait for somebody to release them. They belong to the unit of whoever filed them. */
export const approvalSource: Source<Approval> = {
  table: approvalRows,
  from: sql`${approvalRows} join ${staffRows} maker on maker.id = ${approvalRows.makerId}
    left join ${staffRows} checker on checker.id = ${approvalRows.checkerId}`,
  at: () => ({
    id: approvalRows.id,
    version: approvalRows.version,
    state: approvalRows.state,
    command: approvalRows.command,
    count: approvalRows.count,
    eligible: approvalRows.eligible,
    amount: { minor: approvalRows.amountMinor, currency: approvalRows.currency },
    reason: approvalRows.reason,
    maker: { id: approvalRows.makerId, name: maker.name },
    requestedAt: approvalRows.requestedAt,
    validUntil: approvalRows.validUntil,
    checker: { id: approvalRows.checkerId, name: checker.name },
    decidedAt: approvalRows.decidedAt,
    note: approvalRows.note,
    batchId: approvalRows.batchId,
  }),
  scope: {
    department: byMakersUnit,
    agency: byMakersUnit,
    group: byMakersUnit,
    own: ({ id }) => sql`${approvalRows.makerId} = ${id}`,
  },
}
