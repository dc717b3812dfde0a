import { approvals, decidingPath } from '#contract/approvals.ts'
import { grid } from '#src/grid/define.ts'

/** Batches and calls that wait for four-eyes approval. What waits longest comes first. */
export default grid(approvals.list, {
  page: 'approvals',
  keys: 'g i',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('state', { width: 110 }),
    col.text('command', { width: 190 }),
    col.text('objectId', { width: 170 }),
    col.text('changes', { grow: 2, width: 300 }),
    col.money('amount', { width: 110 }),
    col.text('reason', { grow: 1, width: 190 }),
    col.text('note', { grow: 1, width: 140 }),
    col.ref('maker'),
    col.instant('requestedAt'),
    col.instant('validUntil'),
    col.ref('checker'),
    col.text('page', { hidden: true, width: 150 }),
    col.count('count', { hidden: true, width: 80 }),
    col.count('eligible', { hidden: true, width: 100 }),
    col.flag('decidedHere', { hidden: true, width: 110 }),
    col.instant('decidedAt', { hidden: true }),
    col.id('batchId', { hidden: true }),
  ],
  views: {
    waiting: { state: ['pending'], sort: 'requestedAt' },
    mine: { maker: ':@me' },
    all: {},
  },
  open: (row) => (row.decidedHere ? null : decidingPath(row)),
  opens: [
    { right: 'approvals.approve', view: 'waiting' },
    { right: 'approvals', view: 'mine' },
  ],
})
