import { recordPath } from '#contract/kernel/subject.ts'
import { qualityInspections } from '#contract/quality-inspections/calls.ts'
import { qualityInspection } from '#contract/quality-inspections/row.ts'
import { grid } from '#src/grid/define.ts'

/** Decisions that were drawn to be inspected, and what was found of them. */
export default grid(qualityInspections.list, {
  page: 'qualityQueue',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('state', { width: 126 }),
    col.count('waitingHours', { alarm: [24, 72], width: 90 }),
    col.ref('reviewer', { width: 130 }),
    col.choice('result', { width: 90 }),
    col.choice('rule', { width: 140 }),
    col.ref('inspector', { width: 130 }),
    col.choice('outcome', { width: 90 }),
    col.choice('code', { width: 90 }),
    col.choice('appealState', { width: 100 }),
    col.id('loanId'),
    col.text('remark', { grow: 1, width: 160 }),
    col.choice('reviewCode', { hidden: true, width: 150 }),
    col.choice('loanState', { hidden: true, width: 150 }),
    col.instant('reviewedAt', { hidden: true }),
    col.instant('inspectedAt', { hidden: true }),
    col.id('reviewId', { hidden: true }),
    col.date('decidedOn', { hidden: true }),
    col.text('seed', { hidden: true, width: 150 }),
    col.instant('drawnAt', { hidden: true }),
    col.instant('lockedUntil', { hidden: true }),
    col.instant('shownAt', { hidden: true }),
    col.text('appealReason', { hidden: true, width: 200 }),
    col.instant('appealedAt', { hidden: true }),
    col.text('appealDecidedBy', { hidden: true, width: 150 }),
    col.text('appealRemark', { hidden: true, width: 200 }),
    col.instant('appealDecidedAt', { hidden: true }),
    col.instant('sentBackAt', { hidden: true }),
  ],
  views: {
    due: { state: ['notInspected'], sort: 'drawnAt' },
    mine: { state: ['notInspected'], inspector: ':@me', sort: 'drawnAt' },
    inspected: { state: ['inspected', 'pass', 'fail'], sort: '-inspectedAt' },
    results: { state: ['inspected', 'pass', 'fail'], reviewer: ':@me', sort: '-inspectedAt' },
    appeals: { appealState: ['pending'], sort: 'appealedAt' },
    payable: { outcome: ['fail'], loanState: [20, 26], sentBackAt: null },
    failed: { state: ['fail'], sort: '-inspectedAt' },
    all: {},
  },
  opens: [
    { right: 'qualityQueue.edit', view: 'due' },
    { right: 'qualityQueue.assign', view: 'appeals' },
    { right: 'qualityQueue.request', view: 'results' },
  ],
  open: ({ id }) => recordPath(qualityInspection, id),
})
