import { loans } from '#contract/loans/calls.ts'
import { grid } from '#src/grid/define.ts'

/** Failed pay-outs: money that should be with the customer and is not. What has waited longest comes first. */
export default grid(loans.failedPayouts, {
  page: 'failedPayouts',
  keys: 'g w',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('state', { width: 190 }),
    col.choice('failureCode', { width: 130 }),
    col.text('failure', { grow: 1, width: 220 }),
    col.name('name'),
    col.money('received'),
    col.text('bank', { width: 156 }),
    col.masked('account'),
    col.rate('similarity', { width: 104 }),
    col.count('attempts', { alarm: [3, 5] }),
    col.count('hours', { alarm: [24, 72], width: 112 }),
    col.instant('failedAt', { hidden: true }),
    col.instant('triedAt', { hidden: true }),
    col.instant('nextTryAt', { hidden: true, width: 150 }),
    col.masked('phone', { hidden: true }),
    col.money('amount', { hidden: true }),
    col.ref('product', { hidden: true }),
    col.id('customerId', { hidden: true }),
    col.text('channel', { hidden: true }),
  ],
  views: {
    waiting: { sort: 'failedAt' },
    old: { hours: '>24', sort: 'failedAt' },
    card: { failureCode: ['card_invalid', 'name_mismatch'] },
    exhausted: { attempts: '>3', sort: '-attempts' },
    largest: { sort: '-received' },
  },
  open: ({ id }) => `/detail?id=${id}`,
  timeline: { of: loans.detail, id: 'id' },
})
