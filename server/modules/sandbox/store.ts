import { bigint, integer, pgSchema, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/kernel/columns.ts'

/** What the sandbox keeps for itself: nothing of the product looks in here. */
export const sandbox = pgSchema('sandbox')

/** Pay-outs the sandbox was given. */
export const sandboxPayoutRows = sandbox.table('payouts', {
  /** The id its sender gave it. The same one again is the same pay-out. */
  id: text('id').primaryKey(),
  amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
  currency: text('currency').notNull(),
  callbackUrl: text('callback_url').notNull(),
  outcome: text('outcome', { enum: ['paid', 'failed'] }).notNull(),
  failureCode: text('failure_code'),
  /** How often it calls back: real channels repeat themselves. */
  calls: integer('calls').notNull(),
  called: integer('called').notNull().default(0),
  /** When it is decided, and called back about. */
  dueAt: instant('due_at').notNull(),
})
