import { recordPath } from '#contract/kernel/subject.ts'
import { loans } from '#contract/loans/calls.ts'
import { payment, payments } from '#contract/payments.ts'
import { grid } from '#src/grid/define.ts'

/** Payments (repayment orders): money that came in, or is on its way. */
export default grid(payments.list, {
  page: 'payments',
  keys: 'g m',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('state', { width: 104 }),
    col.id('loanId'),
    col.name('name'),
    col.money('amount'),
    col.choice('kind', { width: 112 }),
    col.choice('channel', { width: 128 }),
    col.text('utr', { width: 150 }),
    col.money('unapplied', { width: 112 }),
    col.instant('createdAt'),
    col.instant('completedAt'),
    col.text('platformRef', { grow: 1 }),
    col.text('paymentNo', { hidden: true, width: 150 }),
    col.text('period', { hidden: true, width: 100 }),
    col.masked('upi', { hidden: true }),
    col.masked('phone', { hidden: true }),
    col.money('toPenalty', { hidden: true }),
    col.money('toFee', { hidden: true }),
    col.money('toInterest', { hidden: true }),
    col.money('toPrincipal', { hidden: true }),
    col.money('extensionFee', { hidden: true }),
    col.money('cost', { hidden: true }),
    col.text('operator', { hidden: true, width: 130 }),
    col.text('failure', { hidden: true, width: 180 }),
    col.choice('loanState', { hidden: true }),
    col.choice('reversal', { hidden: true, width: 120 }),
    col.text('reversalReason', { hidden: true, width: 180 }),
    col.ref('reversalBy', { hidden: true }),
    col.id('customerId', { hidden: true }),
  ],
  views: {
    all: {},
    paying: { state: ['paying'], sort: 'createdAt' },
    failed: { state: ['fail'] },
    excess: { unapplied: '>0' },
    today: { completedAt: ':today' },
    bounced: { reversal: ['asked', 'done'] },
  },
  open: ({ id }) => recordPath(payment, id),
  timeline: { of: loans.detail, id: 'loanId' },
})
