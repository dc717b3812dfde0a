import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accessFindings, accessReviewFlow } from '#contract/access-reviews.ts'
import type { Button, Right } from '#contract/kernel/rights.ts'
import type { PageId } from '#contract/menu.ts'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `access_reviews`: what was found about accounts and roles, and what was decided. */
export const accessReviewRows = pgTable(
  'access_reviews',
  {
    id: idColumn('accessReview').primaryKey(),
    ...changeable(),
    state: text('state', { enum: accessReviewFlow.states }).notNull(),
    finding: text('finding', { enum: accessFindings }).notNull(),
    /** Whose access it is; empty of a right of a role. */
    staffId: idColumn('staff', 'staff_id'),
    /** The role that is not used, or has the right; empty of other findings. */
    roleId: idColumn('role', 'role_id'),
    /** The right of the role that nobody used; empty of other findings. */
    page: text('page').$type<PageId>(),
    button: text('button').$type<Button>(),
    /** Rights of the role that were not used, of what was found formerly pages; none of other findings. */
    unusedRights: text('unused_rights').array().$type<Right[]>().notNull().default([]),
    lastUsedAt: instant('last_used_at'),
    foundAt: instant('found_at').notNull(),
    decidedBy: text('decided_by'),
    decidedAt: instant('decided_at'),
    remark: text('remark').notNull().default(''),
  },
  (table) => [
    uniqueIndex('access_reviews_open')
      .on(
        sql`coalesce(staff_id, '')`,
        table.finding,
        sql`coalesce(role_id, '')`,
        sql`coalesce(page, '')`,
        sql`coalesce(button, '')`,
      )
      .where(sql`state = 'open'`),
    index('access_reviews_staff').on(table.staffId, table.finding),
    index('access_reviews_found').on(table.foundAt, table.id),
  ],
)
