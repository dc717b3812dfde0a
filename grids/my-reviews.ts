import { recordPath } from '#contract/kernel/subject.ts'
import { reviews } from '#contract/reviews/calls.ts'
import { review } from '#contract/reviews/row.ts'
import { grid } from '#src/grid/define.ts'

/** What one has to review, and has decided. */
export default grid(reviews.mine, {
  page: 'myReviews',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('state', { width: 132 }),
    col.choice('priority', { width: 116 }),
    col.count('waitingHours', { alarm: [4, 24], width: 100 }),
    col.name('name'),
    col.money('amount', { width: 104 }),
    col.choice('result', { width: 110 }),
    col.choice('code', { width: 150 }),
    col.text('remark', { grow: 1, width: 180 }),
    col.instant('openedAt'),
    col.instant('decidedAt'),
    col.instant('lockedUntil'),
    col.id('loanId', { hidden: true }),
    col.instant('queuedAt', { hidden: true }),
    col.choice('codeClass', { hidden: true, width: 120 }),
  ],
  views: {
    mine: { state: ['toAudit', 'underReview', 'dataModifiable'], sort: 'waitingSince' },
    today: { decidedAt: ':today', sort: '-decidedAt' },
    decided: { state: ['audited', 'passed', 'failed'], sort: '-decidedAt' },
    all: {},
  },
  opens: [{ right: 'myReviews', view: 'mine' }],
  open: ({ id }) => recordPath(review, id),
})
