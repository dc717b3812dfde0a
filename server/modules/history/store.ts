import { bigserial, index, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type { CommandCall } from '#contract/history.ts'
import { idColumn, instant, key } from '#server/kernel/base/columns.ts'

/** Table `history`: what everybody has done, call by call. */
export const historyRows = pgTable(
  'history',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    staffId: idColumn('staff', 'staff_id').notNull(),
    at: instant('at').notNull(),
    call: jsonb('call').$type<CommandCall>().notNull(),
    count: integer('count').notNull(),
    names: jsonb('names').$type<Record<string, string>>().notNull(),
  },
  (table) => [index('history_staff').on(table.staffId, table.id.desc())],
)

/** Table `pins`: commands and pages that people keep at hand. */
export const pinRows = pgTable(
  'pins',
  {
    staffId: idColumn('staff', 'staff_id').notNull(),
    command: key('command').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.command] })],
)
