import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accessFindings, accessReviewFlow } from '#contract/access-reviews.ts'
import type { PageId } from '#contract/menu.ts'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `access_reviews`: what was found about accounts, and what was decided. */
export const accessReviewRows = pgTable(
  'access_reviews',
  {
    id: idColumn('accessReview').primaryKey(),
    ...changeable(),
    state: text('state', { enum: accessReviewFlow.states }).notNull(),
    finding: text('finding', { enum: accessFindings }).notNull(),
    staffId: idColumn('staff', 'staff_id').notNull(),
    /** The role that is not used; empty of other findings. */
    roleId: idColumn('role', 'role_id'),
    /** Pages of the role that none of its buttons was used on; none of other findings. */
    unusedPages: text('unused_pages').array().$type<PageId[]>().notNull().default([]),
    lastUsedAt: instant('last_used_at'),
    foundAt: instant('found_at').notNull(),
    decidedBy: text('decided_by'),
    decidedAt: instant('decided_at'),
    remark: text('remark').notNull().default(''),
  },
  (table) => [
    uniqueIndex('access_reviews_open')
      .on(table.staffId, table.finding, sql`coalesce(role_id, '')`)
      .where(sql`state = 'open'`),
    index('access_reviews_staff').on(table.staffId, table.finding),
    index('access_reviews_found').on(table.foundAt, table.id),
  ],
)
