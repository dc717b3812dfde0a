import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { disturbChannels, disturbKinds, disturbOrigins, disturbScopes } from '#contract/do-not-disturb.ts'
import { changeable, day, idColumn, instant, key } from '#server/kernel/base/columns.ts'

/** Table `do_not_disturb`: who is not written to. A phone is kept as a blind index and its end. */
export const disturbRows = pgTable(
  'do_not_disturb',
  {
    id: idColumn('doNotDisturb').primaryKey(),
    ...changeable(),
    kind: text('kind', { enum: disturbKinds }).notNull(),
    /** What it recognises somebody by: the id of a customer, else a blind index. */
    mark: key('mark').notNull(),
    /** The end of a phone; none of a customer. */
    tail: text('tail'),
    customerId: idColumn('customer', 'customer_id'),
    channel: text('channel', { enum: disturbChannels }).notNull(),
    scope: text('scope', { enum: disturbScopes }).notNull(),
    origin: text('origin', { enum: disturbOrigins }).notNull(),
    until: day('until'),
    remark: text('remark').notNull(),
    addedBy: text('added_by'),
    addedAt: instant('added_at').notNull(),
    liftedBy: text('lifted_by'),
    liftedAt: instant('lifted_at'),
  },
  (table) => [
    uniqueIndex('do_not_disturb_mark').on(table.kind, table.mark, table.channel).where(sql`lifted_at is null`),
    index('do_not_disturb_added').on(table.addedAt, table.id),
    index('do_not_disturb_customer').on(table.customerId),
  ],
)
