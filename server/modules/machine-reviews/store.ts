import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { machineReviewStates } from '#contract/machine-reviews.ts'
import { idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `machine_reviews`: what third parties say of an application before the rules decide. */
export const machineReviewRows = pgTable(
  'machine_reviews',
  {
    id: idColumn('machineReview').primaryKey(),
    customerId: idColumn('customer', 'customer_id').notNull(),
    loanId: idColumn('loan', 'loan_id'),
    /** Abnormal: somebody did not answer. It is tried again, or a person reviews. */
    state: text('state', { enum: machineReviewStates }).notNull(),
    startedAt: instant('started_at').notNull(),
    completedAt: instant('completed_at'),
    tries: integer('tries').notNull().default(0),
    /** When it is tried again; none: it is done, or a person's. */
    nextTryAt: instant('next_try_at'),
    /** What did not go through last. */
    error: text('error'),
    /** When the papers were read. */
    readAt: instant('read_at'),
    /** How alike the face is to that on the papers, in millionths, and whether it is of somebody present. */
    facePpm: integer('face_ppm'),
    alive: boolean('alive'),
    /** The bureau's: 300 to 900. */
    bureauScore: integer('bureau_score'),
  },
  (table) => [
    index('machine_reviews_loan').on(table.loanId, table.startedAt),
    index('machine_reviews_customer').on(table.customerId, table.startedAt),
    index('machine_reviews_state').on(table.state, table.startedAt),
  ],
)
/** A machine review as it is stored. */
export type StoredMachineReview = typeof machineReviewRows.$inferSelect
