import { cardChanges } from '#contract/card-changes.ts'
import { loans } from '#contract/loans/calls.ts'
import { grid } from '#src/grid/define.ts'

/** Changes of the card that an order is paid out to. What waits for a decision comes first. */
export default grid(cardChanges.list, {
  page: 'orderChanges',
  keys: 'g h',
  columns: (col) => [
    col.id('loanId', { pin: true }),
    col.choice('state', { width: 156 }),
    col.name('name'),
    col.text('oldBank', { width: 140 }),
    col.masked('oldAccount'),
    col.text('newBank', { width: 140 }),
    col.masked('newAccount'),
    col.rate('similarity', { width: 112 }),
    col.text('reason', { grow: 1, width: 210 }),
    col.ref('maker'),
    col.instant('requestedAt'),
    col.ref('checker'),
    col.id('id', { hidden: true }),
    col.masked('phone', { hidden: true }),
    col.instant('auditedAt', { hidden: true }),
    col.text('note', { hidden: true, width: 200 }),
    col.choice('loanState', { hidden: true }),
  ],
  views: {
    waiting: { state: ['pending'], sort: 'requestedAt' },
    mine: { maker: ':@me' },
    all: {},
  },
  open: ({ loanId }) => `/detail?id=${loanId}`,
  timeline: { of: loans.detail, id: 'loanId' },
})
