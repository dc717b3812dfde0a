import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DecisionOutcome } from '#contract/loans/outcome.ts'
import type { QualityCode } from '#contract/quality-inspections/code.ts'
import { sampleRules } from '#contract/quality-inspections/row.ts'
import type { RejectCode } from '#contract/reviews/row.ts'
import { changeable, day, idColumn, instant } from '#server/kernel/base/columns.ts'
import { inspectionColumns } from '#server/kernel/sampling/inspection.ts'
import type { SampleRules } from './sample.ts'

/** Table `quality_inspections`: decisions of reviewers that were drawn, each at most once. */
export const qualityInspectionRows = pgTable(
  'quality_inspections',
  {
    id: idColumn('qualityInspection').primaryKey(),
    ...changeable(),
    reviewId: idColumn('review', 'review_id').notNull(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    reviewerId: idColumn('staff', 'reviewer_id').notNull(),
    result: text('result').$type<DecisionOutcome>().notNull(),
    reviewCode: text('review_code').$type<RejectCode>(),
    reviewedAt: instant('reviewed_at').notNull(),
    rule: text('rule', { enum: sampleRules }).notNull(),
    decidedOn: day('decided_on').notNull(),
    ...inspectionColumns(),
    code: text('code').$type<QualityCode>(),
    sentBackAt: instant('sent_back_at'),
  },
  (table) => [
    // no decision is drawn twice
    uniqueIndex('quality_inspections_review').on(table.reviewId),
    index('quality_inspections_queue').on(table.drawnAt, table.id).where(sql`state = 'notInspected'`),
    index('quality_inspections_unseen').on(table.inspectedAt).where(sql`state = 'inspected'`),
    index('quality_inspections_appealed').on(table.appealedAt, table.id).where(sql`appeal = 'pending'`),
    index('quality_inspections_state').on(table.state, table.drawnAt, table.id),
    index('quality_inspections_drawn').on(table.drawnAt, table.id),
    index('quality_inspections_reviewed').on(table.reviewedAt, table.id),
    index('quality_inspections_reviewer').on(table.reviewerId, table.reviewedAt),
    index('quality_inspections_inspector').on(table.inspectorId, table.inspectedAt),
    index('quality_inspections_inspected').on(table.inspectedAt, table.id),
    index('quality_inspections_loan').on(table.loanId),
  ],
)
/** A quality inspection as it is stored. */
export type StoredInspection = typeof qualityInspectionRows.$inferSelect

/** Table `quality_draws`: the days whose decisions were drawn from, with what draws them again. */
export const qualityDrawRows = pgTable('quality_draws', {
  day: day('day').primaryKey(),
  seed: text('seed').notNull(),
  /** The rules as they were then. */
  rules: jsonb('rules').$type<SampleRules>().notNull(),
  decided: integer('decided').notNull(),
  drawn: integer('drawn').notNull(),
  drawnAt: instant('drawn_at').notNull(),
})
