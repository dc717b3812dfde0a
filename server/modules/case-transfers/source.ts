import { type Column, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CaseTransfer } from '#contract/case-transfers.ts'
import type { Actor } from '#server/kernel/permit.ts'
import type { Moment, Source } from '#server/kernel/source.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { caseTransferRows as rows } from './store.ts'

const [giver, taker] = [alias(staffRows, 'giver'), alias(staffRows, 'taker')]
const [operator, undoer] = [alias(staffRows, 'operator'), alias(staffRows, 'undoer')]
const [fromGroup, fromAgency] = [alias(unitRows, 'from_group'), alias(unitRows, 'from_agency')]
const [toGroup, toAgency] = [alias(unitRows, 'to_group'), alias(unitRows, 'to_agency')]
const called = (id: Column, { name }: { readonly name: Column }) => ({ id, name })

/** Good for its day only, and until somebody has touched the case. */
const standing = ({ day }: Moment) => ({
  decided: [
    ['undone', sql`${rows.undoneAt} is not null`],
    ['fresh', sql`(${rows.day} = ${day}::date and ${caseRows.version} = ${rows.caseVersion})`],
    ['settled', sql`true`],
  ] as const,
})

const caseKind = {
  decided: [
    ['reminder', sql`${rows.stage} = 'T0'`],
    ['overdue', sql`true`],
  ] as const,
}

/** Cases that went from one collector to another. They belong to both. */
export const caseTransferSource: Source<CaseTransfer> = {
  table: rows,
  from: sql`${rows} join ${caseRows} on ${caseRows.id} = ${rows.caseId}
    join ${loanRows} on ${loanRows.id} = ${rows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
    join ${staffRows} operator on operator.id = ${rows.operatorId}
    join ${staffRows} taker on taker.id = ${rows.toCollectorId}
    join ${unitRows} to_agency on to_agency.id = ${rows.toAgencyId}
    left join ${staffRows} giver on giver.id = ${rows.fromCollectorId}
    left join ${staffRows} undoer on undoer.id = ${rows.undoneById}
    left join ${unitRows} from_group on from_group.id = ${rows.fromGroupId}
    left join ${unitRows} from_agency on from_agency.id = ${rows.fromAgencyId}
    left join ${unitRows} to_group on to_group.id = ${rows.toGroupId}`,
  at: (moment) => ({
    id: rows.id,
    version: rows.version,
    state: standing(moment),
    caseId: rows.caseId,
    caseKind,
    loanId: rows.loanId,
    name: customerRows.name,
    phone: customerRows.phone,
    stage: rows.stage,
    fromCollector: called(rows.fromCollectorId, giver),
    fromGroup: called(rows.fromGroupId, fromGroup),
    fromAgency: called(rows.fromAgencyId, fromAgency),
    toCollector: called(rows.toCollectorId, taker),
    toGroup: called(rows.toGroupId, toGroup),
    toAgency: called(rows.toAgencyId, toAgency),
    kind: rows.kind,
    count: rows.count,
    reason: rows.reason,
    operator: called(rows.operatorId, operator),
    at: rows.at,
    runId: rows.runId,
    undoneBy: called(rows.undoneById, undoer),
    undoneAt: rows.undoneAt,
  }),
  scope: {
    department: (actor: Actor) => belowUnitOf(actor, rows.toUnitPath),
    agency: ({ agencyId }: Actor) => sql`(${rows.toAgencyId} = ${agencyId} or ${rows.fromAgencyId} = ${agencyId})`,
    group: ({ unitId }: Actor) => sql`(${rows.toGroupId} = ${unitId} or ${rows.fromGroupId} = ${unitId})`,
    own: ({ id }: Actor) => sql`${rows.operatorId} = ${id}`,
  },
}
