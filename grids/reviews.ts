import { recordPath } from '#contract/kernel/subject.ts'
import { reviews } from '#contract/reviews/calls.ts'
import { review } from '#contract/reviews/row.ts'
import { grid } from '#src/grid/define.ts'

/** Applications that the rules left to a person: the queue of all reviewers, and what became of it. */
export default grid(reviews.list, {
  page: 'reviewQueue',
  keys: 'g q',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('state', { width: 132 }),
    col.choice('priority', { width: 116 }),
    col.count('waitingHours', { alarm: [4, 24], width: 100 }),
    col.name('name'),
    col.money('amount', { width: 104 }),
    col.ref('reviewer', { width: 150 }),
    col.instant('lockedUntil'),
    col.choice('code', { width: 150 }),
    col.text('remark', { grow: 1, width: 180 }),
    col.instant('queuedAt'),
    col.instant('decidedAt'),
    col.id('loanId', { hidden: true }),
    col.id('customerId', { hidden: true }),
    col.masked('phone', { hidden: true }),
    col.text('app', { hidden: true }),
    col.flag('needManual', { hidden: true, width: 150 }),
    col.text('machineReviewId', { hidden: true, width: 150 }),
    col.choice('machineState', { hidden: true, width: 130 }),
    col.instant('machineCompletedAt', { hidden: true }),
    col.count('machineSeconds', { hidden: true, width: 130 }),
    col.text('manualReviewId', { hidden: true, width: 170 }),
    col.choice('result', { hidden: true, width: 110 }),
    col.choice('codeClass', { hidden: true, width: 120 }),
    col.instant('waitingSince', { hidden: true }),
    col.instant('openedAt', { hidden: true }),
    col.instant('countsAt', { hidden: true }),
  ],
  views: {
    queue: { state: ['unclaimed', 'manualCheck'], sort: 'waitingSince' },
    working: { state: ['toAudit', 'underReview', 'audited'], sort: 'waitingSince' },
    customer: { state: ['dataModifiable'], sort: 'waitingSince' },
    decided: { state: ['passed', 'failed'], sort: '-decidedAt' },
    all: {},
  },
  opens: [{ right: 'reviewQueue', view: 'queue' }],
  open: ({ id }) => recordPath(review, id),
})
