import { loans } from '#contract/loans/calls.ts'
import { writeOffs } from '#contract/write-offs.ts'
import { grid } from '#src/grid/define.ts'

/** Write-offs: debts settled by hand. What waits for a decision comes first, oldest on top. */
export default grid(writeOffs.list, {
  page: 'writeOffs',
  keys: 'g f',
  columns: (col) => [
    col.id('loanId', { pin: true }),
    col.choice('type', { width: 120 }),
    col.choice('state', { width: 120 }),
    col.name('name'),
    col.money('repayable', { width: 120 }),
    col.money('amount'),
    col.money('loss'),
    col.text('utr', { width: 170 }),
    col.date('repaidOn', { width: 110 }),
    col.ref('maker'),
    col.instant('requestedAt'),
    col.ref('checker'),
    col.id('id', { hidden: true }),
    col.money('extensionRepayable', { hidden: true, width: 130 }),
    col.choice('channel', { hidden: true, width: 130 }),
    col.text('bankCode', { hidden: true }),
    col.masked('upi', { hidden: true }),
    col.text('reason', { hidden: true, width: 220 }),
    col.flag('blacklist', { hidden: true }),
    col.instant('auditedAt', { hidden: true }),
    col.text('note', { hidden: true, width: 200 }),
    col.instant('effectiveAt', { hidden: true }),
    col.choice('resultState', { hidden: true, width: 170 }),
    col.id('childId', { hidden: true }),
    col.id('paymentId', { hidden: true }),
    col.id('proofId', { hidden: true }),
    col.masked('phone', { hidden: true }),
    col.text('sheet', { hidden: true, width: 150 }),
    col.count('line', { hidden: true }),
    col.choice('loanState', { hidden: true, width: 170 }),
  ],
  views: {
    waiting: { state: ['pending'], sort: 'requestedAt' },
    mine: { maker: ':@me' },
    losses: { state: ['passed'], sort: '-loss' },
    all: {},
  },
  opens: [
    { right: 'writeOffs.approve', view: 'waiting' },
    { right: 'writeOffs.request', view: 'mine' },
  ],
  open: ({ loanId }) => `/detail?id=${loanId}`,
  timeline: { of: loans.detail, id: 'loanId' },
})
