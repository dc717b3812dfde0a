import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { announcementFlow, audiences, popUps } from '#contract/announcements.ts'
import { changeable, day, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `announcements`: what staff are told. */
export const announcementRows = pgTable(
  'announcements',
  {
    id: idColumn('announcement').primaryKey(),
    ...changeable(),
    state: text('state', { enum: announcementFlow.states }).notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    audience: text('audience', { enum: audiences }).notNull(),
    /** Ids of roles or units, or languages, as the audience says. */
    readers: text('readers').array().notNull(),
    popUp: text('pop_up', { enum: popUps }).notNull(),
    showFrom: day('show_from'),
    showUntil: day('show_until'),
    makerId: idColumn('staff', 'maker_id').notNull(),
    updatedAt: instant('updated_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('announcements_state').on(table.state)],
)

/** Table `announcement_exposures`: who has closed which announcement. */
export const exposureRows = pgTable(
  'announcement_exposures',
  {
    announcementId: idColumn('announcement', 'announcement_id').notNull(),
    staffId: idColumn('staff', 'staff_id').notNull(),
    /** The session it popped up in; empty for one that pops up once. */
    showing: text('showing').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.announcementId, table.staffId, table.showing] })],
)
