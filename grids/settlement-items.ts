import { recordPath } from '#contract/kernel/subject.ts'
import { loan } from '#contract/loans/row.ts'
import { payment } from '#contract/payments.ts'
import { settlementItem, settlementItems } from '#contract/settlement-items.ts'
import { grid } from '#src/grid/define.ts'

/** What gateways tell and what our books say, line by line: first of all, what is left of it. */
export default grid(settlementItems.list, {
  page: 'settlementItems',
  columns: (col) => [
    col.date('completedOn', { pin: true, width: 112 }),
    col.choice('match', { width: 140 }),
    col.choice('state', { width: 100 }),
    col.money('amount', { width: 112 }),
    col.money('booked', { width: 112 }),
    col.money('difference', { width: 112 }),
    col.text('gatewayRef', { grow: 1, width: 150 }),
    col.text('documentId', { width: 150 }),
    col.id('loanId', { width: 150 }),
    col.ref('config', { width: 150 }),
    col.choice('kind', { width: 110 }),
    col.text('reason', { width: 150 }),
    col.text('utr', { hidden: true, width: 150 }),
    col.text('ownRef', { hidden: true, width: 150 }),
    col.money('fee', { hidden: true }),
    col.money('gst', { hidden: true }),
    col.money('net', { hidden: true }),
    col.date('settledOn', { hidden: true }),
    col.text('settlementUtr', { hidden: true }),
    col.id('reportId', { hidden: true }),
    col.count('line', { hidden: true, width: 80 }),
    col.ref('explainedBy', { hidden: true }),
    col.instant('explainedAt', { hidden: true }),
    col.instant('createdAt', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: {
    left: { state: ['open'] },
    explained: { state: ['explained'] },
    refunds: { kind: ['refund'] },
    all: {},
  },
  // a payment has a page of its own, a pay-out stands on that of its order
  open: ({ id, kind, documentId, loanId }) => {
    if (!documentId || !loanId) return recordPath(settlementItem, id)
    return documentId.startsWith(payment.ids.prefix) && kind !== 'payout'
      ? recordPath(payment, documentId as never) // an id of that noun, as it begins
      : recordPath(loan, loanId)
  },
})
