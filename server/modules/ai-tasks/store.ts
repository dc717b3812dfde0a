import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { aiOutcomes } from '#contract/ai-outcomes.ts'
import { aiTaskFlow } from '#contract/ai-tasks.ts'
import { changeable, day, idColumn, instant, minor } from '#server/kernel/base/columns.ts'

/** Table `ai_tasks`: what a robot calls on one day by one configuration, as that was when it was planned. */
export const aiTaskRows = pgTable(
  'ai_tasks',
  {
    id: idColumn('aiTask').primaryKey(),
    ...changeable(),
    state: text('state', { enum: aiTaskFlow.states }).notNull(),
    configId: idColumn('aiConfig', 'config_id').notNull(),
    productId: idColumn('product', 'product_id').notNull(),
    day: day('day').notNull(),
    robotId: text('robot_id').notNull(),
    robotName: text('robot_name').notNull(),
    redialMinutes: integer('redial_minutes').notNull(),
    redialMax: integer('redial_max').notNull(),
    opensAt: instant('opens_at').notNull(),
    closesAt: instant('closes_at').notNull(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    // planned twice at once it is there once
    uniqueIndex('ai_tasks_once').on(table.configId, table.day),
    index('ai_tasks_day').on(table.day, table.id),
    index('ai_tasks_state').on(table.state, table.day),
  ],
)
/** A task as it is stored. */
export type StoredAiTask = typeof aiTaskRows.$inferSelect

const counter = (name: string) => integer(name).notNull().default(0)

/** Table `ai_task_counts`: what came of a task so far. Apart from it: whoever pauses it is not told that it was changed meanwhile. */
export const aiTaskCountRows = pgTable('ai_task_counts', {
  taskId: idColumn('aiTask', 'task_id').primaryKey(),
  planned: counter('planned'),
  called: counter('called'),
  skipped: counter('skipped'),
  ...{ a: counter('a'), b: counter('b'), c: counter('c'), d: counter('d') },
  ...{ e: counter('e'), f: counter('f'), g: counter('g'), h: counter('h') },
  costMinor: minor('cost_minor').notNull().default(0),
})

/** Table `ai_targets`: whom a task calls, about which case, and how far that is. */
export const aiTargetRows = pgTable(
  'ai_targets',
  {
    taskId: idColumn('aiTask', 'task_id').notNull(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    customerId: idColumn('customer', 'customer_id').notNull(),
    caseId: idColumn('case', 'case_id').notNull(),
    day: day('day').notNull(),
    state: text('state', { enum: ['waiting', 'calling', 'done', 'skipped'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAt: instant('next_at').notNull(),
    /** What came of the latest call that is known of, and which that was. */
    outcome: text('outcome', { enum: aiOutcomes }),
    outcomeAttempt: integer('outcome_attempt'),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.loanId] }),
    // whoever has several orders is called about one of them
    uniqueIndex('ai_targets_customer').on(table.customerId, table.day),
    index('ai_targets_case').on(table.caseId, table.day),
    index('ai_targets_next').on(table.taskId, table.state, table.nextAt),
  ],
)
/** Somebody to be called, as they are stored. */
export type StoredAiTarget = typeof aiTargetRows.$inferSelect
