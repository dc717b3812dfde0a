import { cases } from '#contract/cases.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { loans } from '#contract/loans/calls.ts'
import { loan } from '#contract/loans/row.ts'
import { grid } from '#src/grid/define.ts'

/** Closed collection cases: why they ended, and what came of them. */
export default grid(cases.closed, {
  page: 'closedCases',
  columns: (col) => [
    col.id('loanId', { pin: true }),
    col.choice('closeReason', { width: 120 }),
    col.ref('stage', { width: 76 }),
    col.name('name'),
    col.money('recovered'),
    col.money('repayable'),
    col.count('daysHeld', { width: 100 }),
    col.instant('closedAt'),
    col.ref('collector', { grow: 1 }),
    col.count('followUps', { width: 110 }),
    col.count('promisesKept', { width: 120 }),
    col.count('promisesBroken', { width: 130 }),
    col.masked('phone', { hidden: true }),
    col.id('customerId', { hidden: true }),
    col.id('id', { hidden: true }),
    col.choice('lastResult', { hidden: true, width: 190 }),
    col.instant('lastContactAt', { hidden: true }),
    col.ref('group', { hidden: true }),
    col.ref('agency', { hidden: true }),
    col.instant('allocatedAt', { hidden: true }),
    col.instant('openedAt', { hidden: true }),
    col.choice('loanState', { hidden: true }),
    col.ref('product', { hidden: true }),
    col.ref('app', { hidden: true }),
    col.choice('customerKind', { hidden: true, width: 100 }),
  ],
  views: {
    all: {},
    closedToday: { closedAt: ':today' },
    mine: { collector: ':@me' },
    paid: { closeReason: ['paid'] },
    givenUp: { closeReason: ['recalled', 'cancelled'] },
  },
  opens: [
    { right: 'closedCases.assign', view: 'all' },
    { right: 'closedCases', view: 'mine' },
  ],
  open: ({ loanId }) => recordPath(loan, loanId),
  timeline: { of: loans.detail, id: 'loanId' },
})
