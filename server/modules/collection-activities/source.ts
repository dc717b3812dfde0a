import { type SQL, sql } from 'drizzle-orm'
import { alias, boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { activityKinds, type CollectionActivity } from '#contract/collection-activities.ts'
import { contactRuleIds } from '#contract/contact-rules.ts'
import type { ContactResult } from '#contract/follow-up-rules.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { promiseFlow } from '#contract/promises.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { startOfLocalDay } from '#server/kernel/base/clock.ts'
import { idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import type { Source, SummarySource } from '#server/kernel/listing/source.ts'
import { unionOf } from '#server/kernel/summaries/summary.ts'
import { caseHolderColumns } from '#server/modules/case-holder/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { orderColumns } from '#server/modules/loans/steps/order-columns.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { stageRef } from '#server/modules/stages/steps.ts'
import { fromUnitDown } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { collectionActivityDayRows as days } from './store.ts'
import { parts } from './union.ts'

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
  connected: boolean('connected').notNull(),
})
const [group, agency] = [alias(unitRows, 'of_group'), alias(unitRows, 'of_agency')]

/** Whose activities are: whoever did them, and whoever had the case then. */
const scopesOf = (of: typeof rows | typeof days) => ({
  own: ({ id }: Actor) => sql`${of.collectorId} = ${id}`,
  group: ({ unitId }: Actor) => sql`${of.groupId} = ${unitId}`,
  agency: ({ agencyId }: Actor) => sql`${of.agencyId} = ${agencyId}`,
  department: (actor: Actor) => fromUnitDown(actor, of.unitPath),
})

/** An activity with its order and customer. */
const joined = (union: SQL): SQL => sql`${union} as ${rows} join ${loanRows} on ${loanRows.id} = ${rows.loanId}
  join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}`

/** Who did it, and with whom the case was then. */
const namesOf = (
  of: typeof rows | typeof days,
): SQL => sql`left join ${staffRows} on ${staffRows.id} = ${of.collectorId}
  left join ${unitRows} of_group on of_group.id = ${of.groupId}
  left join ${unitRows} of_agency on of_agency.id = ${of.agencyId}`

/** The orders of one customer, who becomes a known one, and with them what was done about those. */
const loansOf = sql`select ${loanRows.id} from ${loanRows} where ${loanRows.customerId} = (select ${customerRows.id} from ${customerRows})`

/** Activity by the day. */
const summary: SummarySource<CollectionActivity> = {
  of: (country) => ({
    ...{ table: days, rows: days.rows, parts, from: joined },
    beside: [{ table: customerRows, where: sql`${rows.loanId} = any(array(${loansOf}))` }],
    by: [
      [days.at, startOfLocalDay(rows.at, { country })],
      [days.kind, rows.kind],
      [days.collectorId, rows.collectorId],
      [days.groupId, rows.groupId],
      [days.agencyId, rows.agencyId],
      [days.unitPath, rows.unitPath],
      [days.stage, rows.stage],
      [days.customerKind, customerRows.kind],
      [days.isFirst, rows.isFirst],
      [days.isExtension, rows.isExtension],
      [days.result, rows.result],
      [days.promise, rows.promise],
      [days.connected, rows.connected],
      [days.rule, rows.rule],
    ],
    sums: [
      [days.amountMinor, rows.amountMinor],
      [days.principalMinor, rows.principalMinor],
      [days.seconds, rows.seconds],
    ],
  }),
  from: sql`${days} ${namesOf(days)}`,
  columns: ({ t }) => ({
    ...{ kind: days.kind, at: days.at, customerKind: days.customerKind, isFirst: days.isFirst, rule: days.rule },
    ...{ isExtension: days.isExtension, result: days.result, promise: days.promise, connected: days.connected },
    collector: { id: days.collectorId, name: staffRows.name },
    group: nameRef(days.groupId, unitRows, t, group),
    agency: nameRef(days.agencyId, unitRows, t, agency),
    stage: stageRef(days.stage),
    amount: { minor: days.amountMinor, currency: loanRows.currency },
    principal: { minor: days.principalMinor, currency: loanRows.currency },
    seconds: { summed: days.seconds },
  }),
  scope: scopesOf(days),
}

/** An activity with all that is told of it. */
const from = (union: SQL): SQL => sql`${joined(union)} ${namesOf(rows)}`

/** List source: what was done about cases, and what came of it. It belongs to whoever had the case then, and to whoever did it. */
export const activitySource: Source<CollectionActivity> = {
  table: rows,
  from: from(unionOf(parts)),
  union: { parts, from },
  summary,
  columns: ({ t }) => ({
    id: rows.id,
    kind: rows.kind,
    at: rows.at,
    collector: { id: rows.collectorId, name: staffRows.name },
    group: nameRef(rows.groupId, unitRows, t, group),
    agency: nameRef(rows.agencyId, unitRows, t, agency),
    stage: stageRef(rows.stage),
    caseId: rows.caseId,
    loanId: rows.loanId,
    customerId: loanRows.customerId,
    name: customerRows.name,
    ...orderColumns,
    amount: { minor: rows.amountMinor, currency: loanRows.currency },
    principal: { minor: rows.principalMinor, currency: loanRows.currency },
    isFirst: rows.isFirst,
    isExtension: rows.isExtension,
    result: rows.result,
    promise: rows.promise,
    seconds: rows.seconds,
    rule: rows.rule,
    connected: rows.connected,
  }),
  scope: scopesOf(rows),
}
