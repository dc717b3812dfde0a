import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { QualityInspection } from '#contract/quality-inspections/row.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { ColumnMappings, ReadContext } from '#server/kernel/listing/column-mapping.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { onceShown } from '#server/kernel/sampling/inspection.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { parameterText } from '#server/modules/parameters/steps.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { qualityInspectionRows as rows } from './store.ts'

const inspector = alias(staffRows, 'inspector')

const columns = (context: ReadContext): ColumnMappings<QualityInspection> => {
  const hidden = onceShown(context, { shownAt: rows.shownAt, about: rows.reviewerId })
  const waits: SQL = sql`(case when ${rows.state} = 'notInspected' then ${rows.drawnAt} end)`
  return {
    id: rows.id,
    version: rows.version,
    state: rows.state,
    reviewId: rows.reviewId,
    loanId: rows.loanId,
    loanState: loanRows.state,
    reviewer: { id: rows.reviewerId, name: staffRows.name },
    result: rows.result,
    reviewCode: rows.reviewCode,
    reviewedAt: rows.reviewedAt,
    rule: rows.rule,
    seed: rows.seed,
    decidedOn: rows.decidedOn,
    drawnAt: rows.drawnAt,
    waitingHours: { since: waits, unit: 'hour' },
    inspector: { id: rows.inspectorId, name: inspector.name },
    lockedUntil: rows.lockedUntil,
    outcome: hidden(rows.outcome),
    code: hidden(rows.code),
    remark: hidden(rows.remark),
    inspectedAt: rows.inspectedAt,
    shownAt: rows.shownAt,
    appealState: rows.appeal,
    appealReason: rows.appealReason,
    appealedAt: rows.appealedAt,
    appealDecidedBy: rows.appealDecidedBy,
    appealRemark: rows.appealRemark,
    appealDecidedAt: rows.appealDecidedAt,
    sentBackAt: rows.sentBackAt,
    passCode: parameterText('quality.passCode'),
  }
}

/**
 * List source: decisions that were drawn. Reviewers see their own once they are inspected: who knows what will be looked
 * at decides otherwise.
 */
export const qualityInspectionSource: Source<QualityInspection> = {
  table: rows,
  from: sql`${rows} join ${loanRows} on ${loanRows.id} = ${rows.loanId}
    join ${staffRows} on ${staffRows.id} = ${rows.reviewerId}
    left join ${staffRows} inspector on ${inspector.id} = ${rows.inspectorId}`,
  columns,
  scope: {
    sample: () => sql`true`,
    department: (actor: Actor) => inUnitsOf(actor, loanRows.departmentId),
    own: ({ id }: Actor) => sql`(${rows.reviewerId} = ${id} and ${rows.state} <> 'notInspected')`,
  },
}
