import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/kernel/values.ts'
import { changeable, day, idColumn, instant, minor } from '#server/kernel/base/columns.ts'

/** Table `settlement_reports`: files in which gateways tell what they have settled. */
export const settlementReportRows = pgTable(
  'settlement_reports',
  {
    id: idColumn('settlementReport').primaryKey(),
    ...changeable(),
    configId: idColumn('providerConfig', 'config_id').notNull(),
    file: text('file').notNull(),
    /** SHA-256 of its contents: the same file is not taken in twice, whatever it is called. */
    digest: text('digest').notNull(),
    fromDay: day('from_day').notNull(),
    toDay: day('to_day').notNull(),
    lines: integer('lines').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    amountMinor: minor('amount_minor').notNull(),
    feeMinor: minor('fee_minor').notNull(),
    gstMinor: minor('gst_minor').notNull(),
    netMinor: minor('net_minor').notNull(),
    readBy: idColumn('staff', 'read_by'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('settlement_reports_digest').on(table.digest),
    index('settlement_reports_days').on(table.configId, table.fromDay, table.toDay),
    index('settlement_reports_to').on(table.toDay, table.id),
  ],
)
