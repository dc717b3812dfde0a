import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, instant } from '#server/kernel/columns.ts'

/** Who is signed in. Tokens are kept as hashes only. */
export const sessionRows = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    staffId: idColumn('staff', 'staff_id').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** The token before the last renewal: good for a minute, for calls that were under way. */
    pastHash: text('past_hash'),
    pastUntil: instant('past_until'),
    startedAt: instant('started_at').notNull(),
    renewedAt: instant('renewed_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    ip: text('ip'),
    agent: text('agent'),
  },
  (table) => [index('sessions_staff').on(table.staffId), index('sessions_past').on(table.pastHash)],
)

/** Failed attempts to sign in, per account and address. */
export const attemptRows = pgTable('sign_in_attempts', {
  /** Account and address, hashed together. */
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  frozenUntil: instant('frozen_until'),
  at: instant('at').notNull(),
})
