import { sql } from 'drizzle-orm'
import type { AccessReview } from '#contract/access-reviews.ts'
import type { Right } from '#contract/kernel/rights.ts'
import type { PageId } from '#contract/menu.ts'
import type { ReadContext } from '#server/kernel/listing/column-mapping.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { roleNameIn } from '#server/modules/roles/steps/role-names.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { accessReviewRows } from './store.ts'
import { partsOf } from './unused-rights.ts'

/** How many rights, and which by page, in the reader's words; null: none. Of what was found formerly, pages alone. */
function unusedText({ 'unused rights': rights }: Readonly<Record<string, unknown>>, { t }: ReadContext): string | null {
  const byPage = new Map<PageId, string[]>()
  const all = rights as readonly Right[] // as its column has them
  for (const right of all) {
    const [page, button] = partsOf(right)
    byPage.set(page, [...(byPage.get(page) ?? []), ...(button ? [t(`lens.button.${button}`)] : [])])
  }
  const told = [...byPage].map(([page, names]) => [t(`menu.${page}`), names.join(', ')].filter(Boolean).join(': '))
  return told.length > 0 ? `${all.length}: ${told.join('; ')}` : null
}

/** List source: what was found about accounts and roles. Whoever keeps accounts sees all of it. */
export const accessReviewSource: Source<AccessReview> = {
  table: accessReviewRows,
  from: sql`${accessReviewRows}
    left join ${staffRows} on ${staffRows.id} = ${accessReviewRows.staffId}
    left join ${unitRows} on ${unitRows.id} = ${staffRows.unitId}
    left join ${roleRows} on ${roleRows.id} = ${accessReviewRows.roleId}`,
  columns: ({ t }) => ({
    id: accessReviewRows.id,
    version: accessReviewRows.version,
    state: accessReviewRows.state,
    finding: accessReviewRows.finding,
    staff: { id: accessReviewRows.staffId, name: staffRows.name },
    account: staffRows.account,
    unit: nameRef(staffRows.unitId, unitRows, t),
    role: roleNameIn(t),
    page: accessReviewRows.page,
    button: accessReviewRows.button,
    unusedRights: { select: { 'unused rights': accessReviewRows.unusedRights }, compute: unusedText },
    lastUsedAt: accessReviewRows.lastUsedAt,
    foundAt: accessReviewRows.foundAt,
    decidedBy: accessReviewRows.decidedBy,
    decidedAt: accessReviewRows.decidedAt,
    remark: accessReviewRows.remark,
  }),
  scope: {},
}
