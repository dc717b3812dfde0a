import { recordPath } from '#contract/kernel/subject.ts'
import { loans } from '#contract/loans/calls.ts'
import { loan } from '#contract/loans/row.ts'
import { promises } from '#contract/promises.ts'
import { grid } from '#src/grid/define.ts'

/** Promises to pay, each by itself. */
export default grid(promises.list, {
  page: 'promises',
  columns: (col) => [
    col.id('loanId', { pin: true }),
    col.choice('state', { width: 110 }),
    col.name('name'),
    col.date('promisedFor', { width: 112 }),
    col.money('amount'),
    col.money('paid'),
    col.ref('collector', { grow: 1, width: 170 }),
    col.ref('stage', { width: 76 }),
    col.instant('madeAt'),
    col.instant('decidedAt'),
    col.ref('agency', { hidden: true }),
    col.text('reason', { hidden: true, width: 200 }),
    col.ref('product', { hidden: true }),
    col.ref('app', { hidden: true }),
    col.choice('customerKind', { hidden: true, width: 100 }),
    col.id('caseId', { hidden: true }),
    col.id('customerId', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: {
    open: { state: ['open'], sort: 'promisedFor' },
    dueToday: { state: ['open'], promisedFor: ':today' },
    broken: { state: ['broken'], sort: '-promisedFor' },
    all: {},
  },
  open: ({ loanId }) => recordPath(loan, loanId),
  timeline: { of: loans.detail, id: 'loanId' },
})
