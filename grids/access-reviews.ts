import { accessReviews } from '#contract/access-reviews.ts'
import { grid } from '#src/grid/define.ts'

/** Accounts, roles and rights that nobody seems to need. */
export default grid(accessReviews.list, {
  page: 'accessReviews',
  columns: (col) => [
    col.text('account', { pin: true, width: 150 }),
    col.ref('staff'),
    col.choice('state', { width: 120 }),
    col.choice('finding', { width: 210 }),
    col.text('role', { width: 180 }),
    col.text('page', { width: 170 }),
    col.text('button', { width: 120 }),
    col.text('unusedRights', { width: 220 }),
    col.ref('unit', { hidden: true }),
    col.instant('lastUsedAt'),
    col.instant('foundAt'),
    col.text('decidedBy', { width: 150 }),
    col.instant('decidedAt', { hidden: true }),
    col.text('remark', { grow: 1, width: 200 }),
    col.id('id', { hidden: true }),
  ],
  views: {
    open: { state: ['open'] },
    rights: { state: ['open'], finding: ['unusedRight'], sort: 'role' },
    decided: { state: ['confirmed', 'withdrawn'], sort: '-foundAt' },
    all: {},
  },
})
