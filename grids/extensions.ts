import { extensions } from '#contract/extensions.ts'
import { loans } from '#contract/loans/calls.ts'
import { grid } from '#src/grid/define.ts'

/** Extensions (rollovers): due dates that were put off, or offered to be. */
export default grid(extensions.list, {
  page: 'extensions',
  columns: (col) => [
    col.id('loanId', { pin: true }),
    col.choice('state', { width: 110 }),
    col.name('name'),
    col.text('times', { width: 80 }),
    col.date('oldDue', { width: 110 }),
    col.date('newDue', { width: 110 }),
    col.money('penalty'),
    col.money('extensionFee', { width: 120 }),
    col.money('commission'),
    col.money('total'),
    col.ref('maker'),
    col.instant('quotedAt'),
    col.id('id', { hidden: true }),
    col.id('childId', { hidden: true }),
    col.masked('phone', { hidden: true }),
    col.count('days', { hidden: true }),
    col.money('fee', { hidden: true }),
    col.money('interest', { hidden: true }),
    col.choice('source', { hidden: true, width: 140 }),
    col.date('validUntil', { hidden: true, width: 120 }),
    col.instant('paidAt', { hidden: true }),
    col.id('paymentId', { hidden: true }),
    col.choice('loanState', { hidden: true, width: 170 }),
  ],
  views: {
    open: { state: ['quoted', 'paying'] },
    done: { state: ['done'] },
    mine: { maker: ':@me' },
    all: {},
  },
  open: ({ loanId }) => `/detail?id=${loanId}`,
  timeline: { of: loans.detail, id: 'loanId' },
})
