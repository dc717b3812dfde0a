import { boolean, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { activityKinds } from '#contract/collection-activities.ts'
import { contactRuleIds } from '#contract/contact-rules.ts'
import type { ContactResult } from '#contract/follow-up-rules.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { promiseFlow } from '#contract/promises.ts'
import { instant, key, minor } from '#server/kernel/base/columns.ts'
import { caseHolderColumns } from '#server/modules/case-holder/store.ts'

/** Summary table `collection_activity_days`: collection activity by the day and by what its reports can be by. */
export const collectionActivityDayRows = pgTable(
  'collection_activity_days',
  {
    /** When the day begins, where the business runs. */
    at: instant('at'),
    kind: text('kind', { enum: activityKinds }).notNull(),
    ...caseHolderColumns(),
    /** Path of the unit that the case lay with. */
    unitPath: key('unit_path'),
    stage: text('stage').$type<IdOf<'stage'>>(),
    customerKind: text('customer_kind', { enum: ['new', 'old'] }).notNull(),
    isFirst: boolean('is_first').notNull(),
    isExtension: boolean('is_extension').notNull(),
    result: smallint('result').$type<ContactResult>(),
    promise: text('promise', { enum: promiseFlow.states }),
    connected: boolean('connected').notNull(),
    rule: text('rule', { enum: contactRuleIds }),
    rows: integer('rows').notNull(),
    amountMinor: minor('amount_minor'),
    principalMinor: minor('principal_minor'),
    seconds: minor('seconds'),
  },
  (table) => [index('collection_activity_days_at').on(table.at)],
)
