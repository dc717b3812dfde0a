import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `sessions`: who is signed in. Tokens are kept as hashes only. */
export const sessionRows = pgTable(
  'sessions',
  {
    id: idColumn('session').primaryKey(),
    ...changeable(),
    staffId: idColumn('staff', 'staff_id').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** The token before the last renewal: good for a minute, for calls that were under way. */
    pastHash: text('past_hash'),
    pastUntil: instant('past_until'),
    startedAt: instant('started_at').notNull(),
    renewedAt: instant('renewed_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** When its owner last proved that it is still them. */
    provenAt: instant('proven_at'),
    ip: text('ip'),
    agent: text('agent'),
  },
  (table) => [index('sessions_staff').on(table.staffId), index('sessions_past').on(table.pastHash)],
)

/** Table `sign_in_attempts`: failed attempts: to sign in, per account and address and per address; to prove who one is, per person. */
export const attemptRows = pgTable(
  'sign_in_attempts',
  {
    /** What is counted, hashed. */
    key: text('key').primaryKey(),
    /** The address they came from, hashed; none where it does not matter. */
    address: text('address'),
    failures: integer('failures').notNull(),
    frozenUntil: instant('frozen_until'),
    at: instant('at').notNull(),
  },
  (table) => [index('sign_in_attempts_address').on(table.address)],
)

/** Table `spent_challenges`: challenges that were answered, rightly or not: each is good once. */
export const spentChallengeRows = pgTable('spent_challenges', {
  id: text('id').primaryKey(),
  at: instant('at').notNull(),
})
