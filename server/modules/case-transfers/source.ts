import { type Column, sql } from 'drizzle-orm'
import type { CaseTransfer } from '#contract/case-transfers.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { noneOf, type ReadContext, withName } from '#server/kernel/listing/column-mapping.ts'
import { nameLookup } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { isReminder, stageRef } from '#server/modules/stages/steps.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { caseTransferRows as rows } from './store.ts'

const member = (id: Column) => withName(id, staffRows)

/** Good for its day only, and until somebody has touched the case. */
function stateOn({ day }: ReadContext) {
  const undone = sql`${rows.undoneAt} is not null`
  const fresh = sql`(${rows.day} = ${day}::date and ${caseRows.version} = ${rows.caseVersion} and ${rows.undoneAt} is null)`
  return {
    caseWhen: [
      ['undone', undone],
      ['fresh', fresh],
      ['settled', noneOf(undone, fresh)],
    ] as const,
  }
}

const caseKind = {
  caseWhen: [
    ['reminder', isReminder(rows.stage)],
    ['overdue', noneOf(isReminder(rows.stage))],
  ] as const,
}

/** List source: cases that went from one collector to another, or were recalled. They belong to both. */
export const caseTransferSource: Source<CaseTransfer> = {
  table: rows,
  from: sql`${rows} join ${caseRows} on ${caseRows.id} = ${rows.caseId}
    join ${loanRows} on ${loanRows.id} = ${rows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}`,
  columns: (readContext) => ({
    id: rows.id,
    version: rows.version,
    state: stateOn(readContext),
    caseId: rows.caseId,
    caseKind,
    loanId: rows.loanId,
    name: customerRows.name,
    phone: customerRows.phone,
    stage: stageRef(rows.stage),
    fromCollector: member(rows.fromCollectorId),
    fromGroup: nameLookup(rows.fromGroupId, unitRows, readContext.t),
    fromAgency: nameLookup(rows.fromAgencyId, unitRows, readContext.t),
    toCollector: member(rows.toCollectorId),
    toGroup: nameLookup(rows.toGroupId, unitRows, readContext.t),
    toAgency: nameLookup(rows.toAgencyId, unitRows, readContext.t),
    kind: rows.kind,
    count: rows.count,
    reason: rows.reason,
    operator: member(rows.operatorId),
    at: rows.at,
    runId: rows.runId,
    undoneBy: member(rows.undoneById),
    undoneAt: rows.undoneAt,
  }),
  scope: {
    department: (actor: Actor) =>
      sql`(${belowUnitOf(actor, rows.toUnitPath)} or ${belowUnitOf(actor, rows.fromUnitPath)})`,
    agency: ({ agencyId }: Actor) => sql`(${rows.toAgencyId} = ${agencyId} or ${rows.fromAgencyId} = ${agencyId})`,
    group: ({ unitId }: Actor) => sql`(${rows.toGroupId} = ${unitId} or ${rows.fromGroupId} = ${unitId})`,
    own: ({ id }: Actor) => sql`${rows.operatorId} = ${id}`,
  },
}
