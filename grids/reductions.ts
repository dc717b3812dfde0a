import { recordPath } from '#contract/kernel/subject.ts'
import { loans } from '#contract/loans/calls.ts'
import { loan } from '#contract/loans/row.ts'
import { reductions } from '#contract/reductions.ts'
import { grid } from '#src/grid/define.ts'

/** The approval queue. What waits for a decision comes first, oldest on top. */
export default grid(reductions.list, {
  page: 'reductions',
  keys: 'g d',
  columns: (col) => [
    col.id('loanId', { pin: true }),
    col.choice('state', { width: 120 }),
    col.name('name'),
    col.count('overdueDays', { alarm: [1, 15] }),
    col.money('repayableBefore', { width: 140 }),
    col.money('amount'),
    col.money('amountAfter'),
    col.text('reason', { grow: 2, width: 210 }),
    col.ref('maker'),
    col.instant('requestedAt'),
    col.ref('checker'),
    col.choice('fate', { width: 100 }),
    col.id('id', { hidden: true }),
    col.id('planId', { hidden: true }),
    col.choice('source', { hidden: true, width: 140 }),
    col.money('penaltyBefore', { hidden: true, width: 130 }),
    col.money('feeBefore', { hidden: true }),
    col.money('interestBefore', { hidden: true, width: 130 }),
    col.money('penaltyAfter', { hidden: true, width: 130 }),
    col.money('feeAfter', { hidden: true }),
    col.money('interestAfter', { hidden: true, width: 130 }),
    col.masked('phone', { hidden: true }),
    col.ref('department', { hidden: true }),
    col.instant('auditedAt', { hidden: true }),
    col.date('validUntil', { hidden: true }),
    col.text('note', { hidden: true, width: 200 }),
    col.choice('loanState', { hidden: true }),
  ],
  views: {
    waiting: { state: ['pending'], sort: 'requestedAt' },
    mine: { maker: ':@me' },
    largest: { state: ['pending'], sort: '-amount' },
    all: {},
  },
  opens: [
    { right: 'reductions.approve', view: 'waiting' },
    { right: 'reducedBills.approve', view: 'waiting' },
    { right: 'reductions.request', view: 'mine' },
  ],
  open: ({ loanId }) => recordPath(loan, loanId),
  timeline: { of: loans.detail, id: 'loanId' },
})
