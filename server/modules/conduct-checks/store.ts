import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type ConductCode, conductRules } from '#contract/conduct-checks.ts'
import { changeable, day, idColumn, instant, key } from '#server/kernel/base/columns.ts'
import { inspectionColumns } from '#server/kernel/sampling/inspection.ts'
import type { ConductSampleRules } from './sample.ts'

/** Table `conduct_checks`: calls of collection that were drawn to be listened to, each at most once. */
export const conductCheckRows = pgTable(
  'conduct_checks',
  {
    id: idColumn('conductCheck').primaryKey(),
    ...changeable(),
    /** The call of a person, or that of a robot. */
    callId: idColumn('call', 'call_id'),
    recordId: idColumn('aiRecord', 'record_id'),
    caseId: idColumn('case', 'case_id').notNull(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    /** Who spoke, or by which configuration a robot did. */
    collectorId: idColumn('staff', 'collector_id'),
    configId: idColumn('aiConfig', 'config_id'),
    /** Where whoever called stood then; robots stand at the root. */
    agencyId: idColumn('unit', 'agency_id'),
    unitPath: key('unit_path').notNull(),
    calledAt: instant('called_at').notNull(),
    rule: text('rule', { enum: conductRules }).notNull(),
    calledOn: day('called_on').notNull(),
    ...inspectionColumns(),
    code: text('code').$type<ConductCode>(),
  },
  (table) => [
    // no call is drawn twice
    uniqueIndex('conduct_checks_call').on(table.callId),
    uniqueIndex('conduct_checks_record').on(table.recordId),
    check(
      'conduct_checks_speaker',
      sql`num_nonnulls(call_id, record_id) = 1
      and (call_id is null) = (collector_id is null) and (record_id is null) = (config_id is null)`,
    ),
    index('conduct_checks_queue').on(table.drawnAt, table.id).where(sql`state = 'notInspected'`),
    index('conduct_checks_unseen').on(table.inspectedAt).where(sql`state = 'inspected'`),
    index('conduct_checks_appealed').on(table.appealedAt, table.id).where(sql`appeal = 'pending'`),
    index('conduct_checks_state').on(table.state, table.drawnAt, table.id),
    index('conduct_checks_drawn').on(table.drawnAt, table.id),
    index('conduct_checks_called').on(table.calledAt, table.id),
    index('conduct_checks_collector').on(table.collectorId, table.calledAt),
    index('conduct_checks_robot').on(table.configId, table.calledAt),
    index('conduct_checks_unit').on(table.unitPath, table.shownAt),
    index('conduct_checks_inspector').on(table.inspectorId, table.inspectedAt),
    index('conduct_checks_inspected').on(table.inspectedAt, table.id),
    index('conduct_checks_shown').on(table.shownAt, table.id),
    index('conduct_checks_loan').on(table.loanId),
  ],
)
/** A conduct check as it is stored. */
export type StoredConductCheck = typeof conductCheckRows.$inferSelect

/** Table `conduct_draws`: the days whose calls were drawn from, with what draws them again. */
export const conductDrawRows = pgTable('conduct_draws', {
  day: day('day').primaryKey(),
  seed: text('seed').notNull(),
  /** The rules as they were then. */
  rules: jsonb('rules').$type<ConductSampleRules>().notNull(),
  called: integer('called').notNull(),
  drawn: integer('drawn').notNull(),
  drawnAt: instant('drawn_at').notNull(),
})
