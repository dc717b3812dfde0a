import { recordPath } from '#contract/kernel/subject.ts'
import { loans } from '#contract/loans/calls.ts'
import { loan } from '#contract/loans/row.ts'
import { recoveries } from '#contract/recoveries.ts'
import { grid } from '#src/grid/define.ts'

/** Who recovered what, at the rate of that moment. */
export default grid(recoveries.list, {
  page: 'recoveries',
  columns: (col) => [
    col.id('loanId', { pin: true }),
    col.choice('state', { width: 124 }),
    col.ref('collector', { grow: 1, width: 150 }),
    col.ref('stage', { width: 68 }),
    col.count('overdueDays', { width: 92 }),
    col.money('amount', { width: 112 }),
    col.instant('paidAt'),
    col.rate('commissionRate', { width: 96 }),
    col.money('commission', { width: 108 }),
    col.ref('disputeTo', { width: 150 }),
    col.name('name'),
    col.ref('agency', { width: 170 }),
    col.choice('kind', { hidden: true, width: 112 }),
    col.choice('channel', { hidden: true, width: 120 }),
    col.text('utr', { hidden: true, width: 140 }),
    col.ref('group', { hidden: true, width: 160 }),
    col.choice('entry', { hidden: true, width: 120 }),
    col.choice('disputeState', { hidden: true, width: 120 }),
    col.text('disputeReason', { hidden: true, width: 200 }),
    col.ref('disputedBy', { hidden: true }),
    col.instant('disputedAt', { hidden: true }),
    col.ref('decidedBy', { hidden: true }),
    col.instant('decidedAt', { hidden: true }),
    col.text('note', { hidden: true, width: 200 }),
    col.ref('product', { hidden: true }),
    col.ref('app', { hidden: true }),
    col.choice('customerKind', { hidden: true, width: 100 }),
    col.instant('bookedAt', { hidden: true }),
    col.id('paymentId', { hidden: true }),
    col.id('caseId', { hidden: true }),
    col.id('customerId', { hidden: true }),
    col.id('id', { hidden: true }),
    col.id('originalId', { hidden: true }),
    col.id('statementId', { hidden: true }),
    col.id('lineId', { hidden: true }),
    col.flag('isClosed', { hidden: true }),
    col.flag('isOpenAtClosing', { hidden: true }),
  ],
  views: {
    recent: { paidAt: ':-30d' },
    today: { paidAt: ':today' },
    disputed: { state: ['disputed'], sort: 'paidAt' },
    mine: { collector: ':@me' },
    all: {},
  },
  open: ({ loanId }) => recordPath(loan, loanId),
  timeline: { of: loans.detail, id: 'loanId' },
})
