import { loans } from '#contract/loans/calls.ts'
import { reductions } from '#contract/reductions.ts'
import { grid } from '#src/grid/define.ts'

/** What collection has asked to let customers off, and whether they paid. A team leader decides on their team's here. */
export default grid(reductions.bills, {
  page: 'reducedBills',
  columns: (col) => [
    col.id('loanId', { pin: true }),
    col.choice('state', { width: 120 }),
    col.name('name'),
    col.ref('stage', { width: 76 }),
    col.count('overdueDays', { alarm: [1, 15] }),
    col.money('repayableBefore', { width: 140 }),
    col.money('amount'),
    col.text('reason', { grow: 2, width: 210 }),
    col.ref('maker'),
    col.instant('requestedAt'),
    col.choice('fate', { width: 100 }),
    col.money('paidAfter', { width: 130 }),
    col.id('id', { hidden: true }),
    col.id('planId', { hidden: true }),
    col.ref('collector', { hidden: true }),
    col.ref('group', { hidden: true }),
    col.money('penaltyBefore', { hidden: true, width: 130 }),
    col.money('feeBefore', { hidden: true }),
    col.money('interestBefore', { hidden: true, width: 130 }),
    col.money('amountAfter', { hidden: true }),
    col.ref('checker', { hidden: true }),
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
    paid: { fate: ['used'], sort: '-auditedAt' },
    all: {},
  },
  opens: [{ right: 'reducedBills.approve', view: 'waiting' }],
  open: ({ loanId }) => `/detail?id=${loanId}`,
  timeline: { of: loans.detail, id: 'loanId' },
})
