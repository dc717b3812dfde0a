import { jsonb, pgTable } from 'drizzle-orm/pg-core'
import { idColumn } from '#server/kernel/base/columns.ts'

/** Table `personal_settings`: what everybody has set for themselves; their language stands with them. */
export const personalSettingRows = pgTable('personal_settings', {
  staffId: idColumn('staff', 'staff_id').primaryKey(),
  values: jsonb('values').$type<Readonly<Record<string, unknown>>>().notNull(),
})
