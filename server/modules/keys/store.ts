import { boolean, jsonb, pgTable } from 'drizzle-orm/pg-core'
import type { KeySettings } from '#contract/keys.ts'
import { idColumn } from '#server/kernel/base/columns.ts'

/** Table `key_settings`: the keys of those who have changed theirs. */
export const keyRows = pgTable('key_settings', {
  staffId: idColumn('staff', 'staff_id').primaryKey(),
  keys: jsonb('keys').$type<KeySettings['keys']>().notNull(),
  bare: boolean('bare').notNull(),
})
