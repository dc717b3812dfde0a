import { recordPath } from '#contract/kernel/subject.ts'
import { loans } from '#contract/loans/calls.ts'
import { loan } from '#contract/loans/row.ts'
import { grid } from '#src/grid/define.ts'

/** Loan applications and what became of them. */
export default grid(loans.applications, {
  page: 'applications',
  keys: 'g l',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('state'),
    col.name('name'),
    col.masked('phone'),
    col.money('amount', { width: 104 }),
    col.money('received', { width: 104 }),
    col.date('dueDate'),
    col.count('overdueDays', { alarm: [1, 15] }),
    col.text('failure', { grow: 1, width: 160 }),
    col.instant('appliedAt', { hidden: true }),
    col.ref('product', { hidden: true }),
    col.count('tenureDays', { hidden: true }),
    col.count('periods', { hidden: true }),
    col.money('fee', { hidden: true }),
    col.money('interest', { hidden: true }),
    col.count('attempts', { hidden: true }),
    col.choice('kind', { hidden: true, width: 110 }),
    col.flag('firstLoan', { hidden: true }),
    col.choice('finalState', { hidden: true, width: 120 }),
    col.flag('overQuota', { hidden: true }),
    col.instant('decidedAt', { hidden: true }),
    col.instant('disbursedAt', { hidden: true }),
    col.text('deniedCode', { hidden: true }),
    col.choice('machineResult', { hidden: true }),
    col.choice('manualResult', { hidden: true }),
    col.ref('reviewer', { hidden: true }),
    col.choice('callState', { hidden: true, width: 120 }),
    col.id('verificationId', { hidden: true }),
    col.instant('verifiedAt', { hidden: true }),
    col.text('bank', { hidden: true, width: 110 }),
    col.masked('account', { hidden: true }),
    col.id('customerId', { hidden: true }),
    col.text('app', { hidden: true }),
    col.text('channel', { hidden: true }),
  ],
  views: {
    all: {},
    failed: { state: [31, 50] },
    review: { state: [22], sort: 'appliedAt' },
    disbursement: { state: [20, 26], sort: 'appliedAt' },
    overdue: { state: [50], sort: 'dueDate' },
  },
  opens: [
    { right: 'applications.export', view: 'all' },
    { right: 'applications.request', view: 'review' },
  ],
  open: ({ id }) => recordPath(loan, id),
  timeline: { of: loans.detail, id: 'id' },
})
