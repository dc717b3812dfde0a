import { cases, collectionCase, orderOfWork } from '#contract/cases.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { loans } from '#contract/loans/calls.ts'
import { grid } from '#src/grid/define.ts'

/** Open collection cases: overdue orders in the hands of collection. */
export default grid(cases.open, {
  page: 'openCases',
  keys: 'g k',
  columns: (col) => [
    col.id('loanId', { pin: true }),
    col.choice('state', { width: 120 }),
    col.ref('stage', { width: 76 }),
    col.name('name'),
    col.masked('phone'),
    col.count('overdueDays', { alarm: [1, 15] }),
    col.money('repayable'),
    col.date('promisedFor', { width: 112 }),
    col.choice('lastResult', { width: 190 }),
    col.instant('followUpAt'),
    col.choice('nextReason', { hidden: true, width: 170 }),
    col.ref('collector', { grow: 1 }),
    col.choice('hold', { width: 100 }),
    col.id('customerId', { hidden: true }),
    col.id('id', { hidden: true }),
    col.date('brokenOn', { hidden: true }),
    col.choice('willingness', { hidden: true, width: 190 }),
    col.date('dueDate', { hidden: true }),
    col.money('principal', { hidden: true }),
    col.money('penalty', { hidden: true }),
    col.instant('lastContactAt', { hidden: true }),
    col.ref('group', { hidden: true }),
    col.ref('agency', { hidden: true }),
    col.instant('allocatedAt', { hidden: true }),
    col.instant('openedAt', { hidden: true }),
    col.choice('loanState', { hidden: true }),
    col.ref('product', { hidden: true }),
    col.ref('app', { hidden: true }),
    col.choice('customerKind', { hidden: true, width: 100 }),
    col.flag('remindedToday', { hidden: true, width: 130 }),
    col.count('contactsToday', { hidden: true, width: 130 }),
  ],
  views: {
    all: { sort: '-overdueDays' },
    mine: { collector: ':@me', sort: orderOfWork },
    unallocated: { state: ['allocating'], sort: 'openedAt' },
    never: { lastContactAt: null, sort: 'openedAt' },
    promised: { promisedFor: ':today' },
    broken: { brokenOn: ':today', sort: '-repayable' },
    late: { stage: ':M1,M2,M3', sort: 'openedAt' },
  },
  opens: [
    { right: 'openCases.assign', view: 'all' },
    { right: 'openCases.edit', view: 'mine' },
  ],
  open: ({ id }) => recordPath(collectionCase, id),
  timeline: { of: loans.detail, id: 'loanId' },
})
