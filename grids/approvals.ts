import { approvals } from '#contract/approvals.ts'
import { grid } from '#src/grid/define.ts'

/** Batches that wait for four-eyes approval. What waits longest comes first. */
export default grid(approvals.list, {
  page: 'approvals',
  keys: 'g i',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('state', { width: 120 }),
    col.text('command', { width: 150 }),
    col.count('count', { width: 80 }),
    col.count('eligible', { width: 100 }),
    col.money('amount', { width: 140 }),
    col.text('reason', { grow: 1, width: 160 }),
    col.ref('maker'),
    col.text('note', { grow: 1, width: 160 }),
    col.instant('requestedAt'),
    col.ref('checker'),
    col.instant('validUntil', { hidden: true }),
    col.instant('decidedAt', { hidden: true }),
    col.id('batchId', { hidden: true }),
  ],
  views: {
    waiting: { state: ['pending'], sort: 'requestedAt' },
    mine: { maker: ':@me' },
    all: {},
  },
  opens: [
    { right: 'approvals.approve', view: 'waiting' },
    { right: 'approvals', view: 'mine' },
  ],
})
