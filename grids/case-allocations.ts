import { caseAllocation, caseAllocations } from '#contract/case-allocations.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { grid } from '#src/grid/define.ts'

/** Allocations: runs that gave cases to collectors, and rehearsals. */
export default grid(caseAllocations.list, {
  page: 'caseAllocations',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('state', { width: 120 }),
    col.date('day', { width: 120 }),
    col.count('queued', { width: 110 }),
    col.count('given', { width: 110 }),
    col.count('unplaced', { width: 120 }),
    col.count('leftOut', { width: 110 }),
    col.money('amount'),
    col.ref('operator', { width: 180 }),
    col.instant('startedAt'),
    col.instant('finishedAt', { hidden: true }),
  ],
  views: {
    runs: { state: ['running', 'done', 'undone'] },
    unplaced: { state: ['done'], unplaced: '>0' },
    rehearsals: { state: ['rehearsed'] },
    all: {},
  },
  opens: [{ right: 'caseAllocations', view: 'runs' }],
  open: ({ id }) => recordPath(caseAllocation, id),
})
