import { sql } from 'drizzle-orm'
import type { AccessReview } from '#contract/access-reviews.ts'
import type { PageId } from '#contract/menu.ts'
import type { ReadContext } from '#server/kernel/listing/column-mapping.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { accessReviewRows } from './store.ts'

/** How many pages, and their titles, in the reader's words; null: none. */
function unusedText({ 'unused pages': pages }: Readonly<Record<string, unknown>>, { t }: ReadContext): string | null {
  const titles = (pages as readonly PageId[]).map((page) => t(`menu.${page}`)) // as its column has them
  return titles.length > 0 ? `${titles.length}: ${titles.join(', ')}` : null
}

/** List source: what was found about accounts. Whoever keeps accounts sees all of it. */
export const accessReviewSource: Source<AccessReview> = {
  table: accessReviewRows,
  from: sql`${accessReviewRows}
    join ${staffRows} on ${staffRows.id} = ${accessReviewRows.staffId}
    join ${unitRows} on ${unitRows.id} = ${staffRows.unitId}
    left join ${roleRows} on ${roleRows.id} = ${accessReviewRows.roleId}`,
  columns: ({ t }) => ({
    id: accessReviewRows.id,
    version: accessReviewRows.version,
    state: accessReviewRows.state,
    finding: accessReviewRows.finding,
    staff: { id: accessReviewRows.staffId, name: staffRows.name },
    account: staffRows.account,
    unit: nameRef(staffRows.unitId, unitRows, t),
    role: roleRows.name,
    unusedPages: { select: { 'unused pages': accessReviewRows.unusedPages }, compute: unusedText },
    lastUsedAt: accessReviewRows.lastUsedAt,
    foundAt: accessReviewRows.foundAt,
    decidedBy: accessReviewRows.decidedBy,
    decidedAt: accessReviewRows.decidedAt,
    remark: accessReviewRows.remark,
  }),
  scope: {},
}
