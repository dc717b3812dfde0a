import { sql } from 'drizzle-orm'
import { boolean, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { lineKinds, lineOutcomes } from '#contract/lines.ts'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `lines`: numbers and seats that customers are called by. */
export const lineRows = pgTable(
  'lines',
  {
    id: idColumn('line').primaryKey(),
    ...changeable(),
    state: text('state', { enum: ['enabled', 'disabled'] })
      .notNull()
      .default('enabled'),
    kind: text('kind', { enum: lineKinds }).notNull(),
    number: text('number').notNull(),
    providerId: idColumn('provider', 'provider_id'),
    staffId: idColumn('staff', 'staff_id'),
    agencyId: idColumn('unit', 'agency_id'),
    spam: boolean('spam').notNull().default(false),
    tested: text('tested', { enum: lineOutcomes }),
    testedAt: instant('tested_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('lines_number').on(table.kind, table.number),
    uniqueIndex('lines_staff').on(table.staffId, table.kind).where(sql`staff_id is not null`),
  ],
)
