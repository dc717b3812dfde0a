import { bigint, boolean, integer, jsonb, pgSchema, text } from 'drizzle-orm/pg-core'
import { aiOutcomes } from '#contract/ai-outcomes.ts'
import { instant } from '#server/kernel/base/columns.ts'
import type { CallStep } from './call-scripts.ts'
import type { RobotStep } from './robot-scripts.ts'

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

/** Payment links the sandbox was given, and what becomes of them. */
export const sandboxLinkRows = sandbox.table('links', {
  /** The id its sender gave it. The same one again is the same link. */
  linkId: text('link_id').primaryKey(),
  /** What the sandbox calls the payment that is made through it. */
  ref: text('ref').notNull().unique(),
  loanId: text('loan_id').notNull(),
  amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
  currency: text('currency').notNull(),
  callbackUrl: text('callback_url').notNull(),
  /** What it calls back with, in this order: real channels repeat themselves, and mix things up. */
  script: jsonb('script').$type<readonly ('paying' | 'success' | 'fail')[]>().notNull(),
  sent: integer('sent').notNull().default(0),
  /** What it answers when it is asked; none: that it does not know yet. */
  outcome: text('outcome', { enum: ['success', 'fail'] }),
  /** When it calls back next, and when it was decided. */
  dueAt: instant('due_at').notNull(),
  decidedAt: instant('decided_at').notNull(),
})

/** Messages the sandbox was given to send. */
export const sandboxMessageRows = sandbox.table('messages', {
  /** The id its sender gave it. The same one again is the same message. */
  messageId: text('message_id').primaryKey(),
  channel: text('channel').notNull(),
  to: text('to_number').notNull(),
  text: text('text').notNull(),
  at: instant('at').notNull(),
})

/** Calls the sandbox was given to make, and those that customers make. */
export const sandboxCallRows = sandbox.table('calls', {
  /** What the sandbox calls it. */
  ref: text('ref').primaryKey(),
  /** The id its sender gave it; none: a customer calls. */
  callId: text('call_id').unique(),
  seat: text('seat').notNull(),
  number: text('number').notNull(),
  callbackUrl: text('callback_url').notNull(),
  /** What it tells, one after the other, and how much of that it has told. */
  script: jsonb('script').$type<readonly CallStep[]>().notNull(),
  sent: integer('sent').notNull().default(0),
  callsBack: boolean('calls_back').notNull(),
  answeredAt: instant('answered_at'),
  dueAt: instant('due_at').notNull(),
})

/** Calls that robots of the sandbox were given to make. */
export const sandboxRobotCallRows = sandbox.table('robot_calls', {
  /** The id its sender gave it. The same one again is the same call. */
  callId: text('call_id').primaryKey(),
  callbackUrl: text('callback_url').notNull(),
  outcome: text('outcome', { enum: aiOutcomes }).notNull(),
  /** What it tells, one after the other, and how much of that it has told. */
  script: jsonb('script').$type<readonly RobotStep[]>().notNull(),
  sent: integer('sent').notNull().default(0),
  answeredAt: instant('answered_at'),
  dueAt: instant('due_at').notNull(),
})
