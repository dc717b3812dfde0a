import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/kernel/values.ts'
import { changeable, day, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'

/** Table `ad_spend`: what advertising of a campaign cost on a day. */
export const adSpendRows = pgTable(
  'ad_spend',
  {
    id: idColumn('adSpend').primaryKey(),
    ...changeable(),
    /** Whose budget it is: the unit of whoever entered it. */
    departmentId: idColumn('unit', 'department_id').notNull(),
    day: day('day').notNull(),
    campaign: text('campaign').notNull(),
    media: text('media').notNull(),
    channel: text('channel').notNull(),
    app: key('app').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    spendMinor: minor('spend_minor').notNull(),
    impressions: integer('impressions').notNull(),
    clicks: integer('clicks').notNull(),
    installs: integer('installs').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('ad_spend_campaign_day').on(table.campaign, table.day),
    index('ad_spend_day').on(table.day, table.id),
  ],
)
/** Spend as it is stored. */
export type StoredAdSpend = typeof adSpendRows.$inferSelect
