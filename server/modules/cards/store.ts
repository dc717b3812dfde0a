import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { changeable, idColumn, instant, key } from '#server/kernel/base/columns.ts'

/** Table `cards`: bank accounts that money is paid out to. The number is encrypted, found by a blind index. */
export const cardRows = pgTable(
  'cards',
  {
    id: idColumn('card').primaryKey(),
    ...changeable(),
    customerId: idColumn('customer', 'customer_id').notNull(),
    holder: text('holder').notNull(),
    bank: text('bank').notNull(),
    ifsc: text('ifsc'),
    account: text('account').notNull(),
    accountTail: text('account_tail').notNull(),
    accountIndex: key('account_index').notNull(),
    state: text('state', { enum: ['unbound', 'bound'] }).notNull(),
    /** How alike the holder's and the customer's names are, in ppm. */
    similarityPpm: integer('similarity_ppm').notNull(),
    boundAt: instant('bound_at'),
  },
  (table) => [index('cards_customer').on(table.customerId), index('cards_account').on(table.accountIndex)],
)
