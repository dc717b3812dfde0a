import { accountingDays } from '#contract/accounting-days.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { loan } from '#contract/loans/row.ts'
import { payment } from '#contract/payments.ts'
import { plan } from '#contract/plans.ts'
import { reduction } from '#contract/reductions.ts'
import { settlementItem } from '#contract/settlement-items.ts'
import { writeOff } from '#contract/write-offs.ts'
import { grid } from '#src/grid/define.ts'

/** Where the record of a document is opened; that of a coupon by its order. */
const records = { loan, plan, payment, reduction, writeOff, settlementItem } as const

/** What each document has moved: the rows behind every figure of a day. */
export default grid(accountingDays.entries, {
  page: 'journalEntries',
  columns: (col) => [
    col.date('day', { pin: true, width: 112 }),
    col.choice('kind', { grow: 1, width: 170 }),
    col.text('documentId', { width: 150 }),
    col.id('loanId', { width: 150 }),
    col.date('valueDate', { width: 112 }),
    col.money('amount', { width: 124 }),
    col.money('toPrincipal', { width: 124 }),
    col.money('toInterest', { width: 108 }),
    col.money('toFees', { width: 108 }),
    col.money('toPenalty', { width: 108 }),
    col.money('cash', { width: 124 }),
    col.flag('isLate', { width: 84 }),
    col.choice('document', { hidden: true, width: 120 }),
    col.money('gst', { hidden: true }),
    col.money('extensionFees', { hidden: true }),
    col.money('overpaid', { hidden: true }),
    col.money('cleared', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: {
    recent: { day: ':-30d' },
    money: { kind: ['disbursement', 'repayment', 'reversal'], day: ':-30d' },
    gateways: { document: ['settlementItem'], day: ':-30d' },
    losses: { kind: ['reduction', 'reductionLapse', 'discount', 'earlySettlement', 'writeOff'], day: ':-30d' },
    late: { isLate: true, day: ':-30d' },
    all: {},
  },
  needs: ['document', 'documentId', 'loanId'],
  open: ({ document, documentId, loanId }) =>
    document === 'coupon'
      ? recordPath(loan, loanId!) // a coupon is used for an order
      : recordPath(records[document], documentId as never), // an id of that noun
})
