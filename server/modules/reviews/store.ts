import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DecisionOutcome } from '#contract/loans/outcome.ts'
import { reviewFlow } from '#contract/reviews/flow.ts'
import type { AskedItem, RejectCode } from '#contract/reviews/row.ts'
import { changeable, idColumn, instant, key } from '#server/kernel/base/columns.ts'

/** A review that waits for any reviewer: as ever, or because no machine could say anything of it. */
export const waitsForAnybody = sql`state in ('unclaimed', 'manualCheck')`

/** Table `reviews`: applications left to a person, a row for each time one came to that. */
export const reviewRows = pgTable(
  'reviews',
  {
    id: idColumn('review').primaryKey(),
    ...changeable(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    state: text('state', { enum: reviewFlow.states }).notNull(),
    /** The more, the sooner: 0 at first, 1 once the customer has handed in again, 2 where it was sent back. */
    priority: smallint('priority').notNull().default(0),
    needManual: boolean('need_manual').notNull().default(true),
    machineReviewId: key('machine_review_id'),
    machineState: text('machine_state', { enum: ['initial', 'passed', 'failed', 'abnormal'] }),
    machineCompletedAt: instant('machine_completed_at'),
    machineSeconds: integer('machine_seconds'),
    /** How often somebody has begun it. */
    rounds: integer('rounds').notNull().default(0),
    reviewerId: idColumn('staff', 'reviewer_id'),
    result: text('result').$type<DecisionOutcome>(),
    code: text('code').$type<RejectCode>(),
    remark: text('remark'),
    /** What the customer is asked for again. */
    asked: jsonb('asked').$type<readonly AskedItem[]>().notNull().default([]),
    queuedAt: instant('queued_at').notNull(),
    waitingSince: instant('waiting_since'),
    openedAt: instant('opened_at'),
    lockedUntil: instant('locked_until'),
    decidedAt: instant('decided_at'),
    /** When it was over: passed, failed or closed. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    // the queue, in its order
    index('reviews_queue').on(table.priority.desc().nullsFirst(), table.waitingSince, table.id).where(waitsForAnybody),
    index('reviews_queue_waiting').on(table.waitingSince, table.id).where(waitsForAnybody),
    index('reviews_reviewer').on(table.reviewerId, table.state),
    index('reviews_reviewer_queued').on(table.reviewerId, table.queuedAt, table.id),
    // what reviewers have decided, in its order; with what their scores are made of
    index('reviews_decided').on(
      table.reviewerId,
      table.decidedAt.desc().nullsLast(),
      table.id.desc().nullsFirst(),
      table.state,
      table.openedAt,
    ),
    index('reviews_decided_last').on(table.decidedAt.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('reviews_state').on(table.state, table.queuedAt, table.id),
    index('reviews_waiting').on(table.waitingSince, table.id).where(sql`waiting_since is not null`),
    index('reviews_unended').on(table.queuedAt, table.id).where(sql`ended_at is null`),
    index('reviews_queued').on(table.queuedAt, table.id),
    // the decisions of a day, for whoever draws from them
    index('reviews_counted').on(table.endedAt).where(sql`state in ('passed', 'failed')`),
    index('reviews_locked').on(table.lockedUntil).where(sql`locked_until is not null`),
    index('reviews_loan').on(table.loanId, table.id),
    // nobody reviews an application twice at once
    uniqueIndex('reviews_open').on(table.loanId).where(sql`ended_at is null`),
  ],
)
/** A review as it is stored. */
export type StoredReview = typeof reviewRows.$inferSelect
