import { sql } from 'drizzle-orm'
import { alias, boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { activityKinds, type CollectionActivity } from '#contract/collection-activities.ts'
import { contactRuleIds } from '#contract/contact-rules.ts'
import type { ContactResult } from '#contract/follow-up-rules.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { promiseFlow } from '#contract/promises.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { caseHolderColumns } from '#server/modules/case-holder/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { stageRef } from '#server/modules/stages/steps.ts'
import { fromUnitDown } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { activities } from './union.ts'

/** Columns of the union, written as those of a table: they are read, and stored nowhere. */
const rows = pgTable('collection_activities', {
  id: key('id').primaryKey(),
  kind: text('kind', { enum: activityKinds }).notNull(),
  at: instant('at').notNull(),
  caseId: idColumn('case', 'case_id').notNull(),
  loanId: idColumn('loan', 'loan_id').notNull(),
  ...caseHolderColumns(),
  unitPath: key('unit_path'),
  stage: text('stage').$type<IdOf<'stage'>>(),
  amountMinor: minor('amount_minor'),
  principalMinor: minor('principal_minor'),
  isFirst: boolean('is_first').notNull(),
  isExtension: boolean('is_extension').notNull(),
  result: smallint('result').$type<ContactResult>(),
  promise: text('promise', { enum: promiseFlow.states }),
  seconds: integer('seconds'),
  rule: text('rule', { enum: contactRuleIds }),
})
const [group, agency] = [alias(unitRows, 'of_group'), alias(unitRows, 'of_agency')]

/** List source: what was done about cases, and what came of it. It belongs to whoever had the case then, and to whoever did it. */
export const activitySource: Source<CollectionActivity> = {
  table: rows,
  from: sql`${activities} as ${rows} join ${loanRows} on ${loanRows.id} = ${rows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
    left join ${staffRows} on ${staffRows.id} = ${rows.collectorId}
    left join ${unitRows} of_group on of_group.id = ${rows.groupId}
    left join ${unitRows} of_agency on of_agency.id = ${rows.agencyId}`,
  columns: () => ({
    id: rows.id,
    kind: rows.kind,
    at: rows.at,
    collector: { id: rows.collectorId, name: staffRows.name },
    group: { id: rows.groupId, name: group.name },
    agency: { id: rows.agencyId, name: agency.name },
    stage: stageRef(rows.stage),
    caseId: rows.caseId,
    loanId: rows.loanId,
    customerId: loanRows.customerId,
    name: customerRows.name,
    customerKind: customerRows.kind,
    amount: { minor: rows.amountMinor, currency: loanRows.currency },
    principal: { minor: rows.principalMinor, currency: loanRows.currency },
    isFirst: rows.isFirst,
    isExtension: rows.isExtension,
    result: rows.result,
    promise: rows.promise,
    seconds: rows.seconds,
    rule: rows.rule,
  }),
  scope: {
    own: ({ id }: Actor) => sql`${rows.collectorId} = ${id}`,
    group: ({ unitId }: Actor) => sql`${rows.groupId} = ${unitId}`,
    agency: ({ agencyId }: Actor) => sql`${rows.agencyId} = ${agencyId}`,
    department: (actor: Actor) => fromUnitDown(actor, rows.unitPath),
  },
}
