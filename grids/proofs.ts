import { loans } from '#contract/loans/calls.ts'
import { proofs } from '#contract/proofs.ts'
import { grid } from '#src/grid/define.ts'

/** Proofs of payment: pictures of transfers that were made past the channels. What waits for a person comes first. */
export default grid(proofs.list, {
  page: 'proofs',
  keys: 'g u',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('state', { width: 120 }),
    col.id('loanId'),
    col.name('name'),
    col.money('amount'),
    col.date('paidOn'),
    col.text('utr', { width: 160 }),
    col.flag('matched', { width: 96 }),
    col.count('images', { width: 90 }),
    col.ref('maker'),
    col.instant('submittedAt'),
    col.text('reason', { grow: 1, width: 210 }),
    col.choice('channel', { hidden: true, width: 128 }),
    col.text('bankCode', { hidden: true, width: 110 }),
    col.masked('upi', { hidden: true }),
    col.masked('phone', { hidden: true }),
    col.id('planId', { hidden: true }),
    col.choice('source', { hidden: true, width: 140 }),
    col.id('duplicateOf', { hidden: true }),
    col.ref('handler', { hidden: true }),
    col.instant('handledAt', { hidden: true }),
    col.id('writeOffId', { hidden: true }),
    col.choice('writeOffState', { hidden: true, width: 120 }),
    col.choice('loanState', { hidden: true }),
  ],
  views: {
    waiting: { state: ['submitted', 'matched', 'duplicate'], sort: 'submittedAt' },
    matched: { state: ['matched'], sort: 'submittedAt' },
    duplicates: { state: ['duplicate'] },
    mine: { maker: ':@me' },
    all: {},
  },
  opens: [{ right: 'writeOffs.request', view: 'waiting' }],
  open: ({ id }) => `/proof?id=${id}`,
  timeline: { of: loans.detail, id: 'loanId' },
})
