import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { blacklistFlow, blacklistKinds, blacklistSources } from '#contract/blacklist.ts'
import { changeable, idColumn, instant, key } from '#server/kernel/base/columns.ts'

/** Table `blacklist`: who, and what, nothing is lent to. A phone, PAN or device is kept as a blind index and its end. */
export const blacklistRows = pgTable(
  'blacklist',
  {
    id: idColumn('blacklistEntry').primaryKey(),
    ...changeable(),
    state: text('state', { enum: blacklistFlow.states }).notNull(),
    kind: text('kind', { enum: blacklistKinds }).notNull(),
    /** The customer it is, or the one that a phone or PAN belonged to when it was added. */
    customerId: idColumn('customer', 'customer_id'),
    /** What it is recognised by: the id of a customer, else a blind index. */
    mark: key('mark').notNull(),
    /** The end of a phone, PAN or device; none of a customer. */
    tail: text('tail'),
    source: text('source', { enum: blacklistSources }).notNull(),
    reason: text('reason').notNull(),
    addedBy: text('added_by'),
    addedAt: instant('added_at').notNull(),
    removedBy: text('removed_by'),
    removedAt: instant('removed_at'),
    removal: text('removal'),
  },
  (table) => [
    uniqueIndex('blacklist_mark').on(table.kind, table.mark).where(sql`state = 'listed'`),
    index('blacklist_added').on(table.addedAt, table.id),
    index('blacklist_customer').on(table.customerId),
  ],
)
