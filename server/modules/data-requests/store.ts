import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { dataRequestKinds, dataRequestStates } from '#contract/data-requests.ts'
import { changeable, day, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `data_requests`: exports and erasures of personal data that two people have agreed on. */
export const dataRequestRows = pgTable(
  'data_requests',
  {
    id: idColumn('dataRequest').primaryKey(),
    ...changeable(),
    kind: text('kind', { enum: dataRequestKinds }).notNull(),
    state: text('state', { enum: dataRequestStates }).notNull(),
    customerId: idColumn('customer', 'customer_id').notNull(),
    reason: text('reason').notNull(),
    makerId: idColumn('staff', 'maker_id').notNull(),
    checkerId: idColumn('staff', 'checker_id'),
    approvedAt: instant('approved_at').notNull(),
    /** Of an export: when its file is purged. */
    expiresAt: instant('expires_at'),
    count: integer('count'),
    kept: integer('kept'),
    keptUntil: day('kept_until'),
  },
  (table) => [
    index('data_requests_approved').on(table.approvedAt, table.id),
    index('data_requests_customer').on(table.customerId),
    index('data_requests_expires').on(table.expiresAt),
  ],
)
/** A request as it is stored. */
export type StoredDataRequest = typeof dataRequestRows.$inferSelect
