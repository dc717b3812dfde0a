import { conductCheck, conductChecks } from '#contract/conduct-checks.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { grid } from '#src/grid/define.ts'

/** Recordings that were drawn to be listened to, and what was found of them. */
export default grid(conductChecks.list, {
  page: 'conductChecks',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('state', { width: 126 }),
    col.count('waitingHours', { alarm: [24, 72], width: 90 }),
    col.ref('collector', { width: 150 }),
    col.ref('agency', { width: 160 }),
    col.instant('calledAt'),
    col.count('seconds', { hidden: true, width: 110 }),
    col.choice('rule', { width: 150 }),
    col.ref('inspector', { width: 130 }),
    col.choice('outcome', { width: 90 }),
    col.choice('code', { width: 180 }),
    col.choice('appealState', { width: 100 }),
    col.text('remark', { grow: 1, width: 160 }),
    col.id('callId', { hidden: true }),
    col.id('caseId', { hidden: true }),
    col.id('loanId', { hidden: true }),
    col.flag('recorded', { hidden: true, width: 100 }),
    col.date('calledOn', { hidden: true }),
    col.text('seed', { hidden: true, width: 150 }),
    col.instant('drawnAt', { hidden: true }),
    col.instant('lockedUntil', { hidden: true }),
    col.instant('inspectedAt', { hidden: true }),
    col.instant('shownAt', { hidden: true }),
    col.text('appealReason', { hidden: true, width: 200 }),
    col.instant('appealedAt', { hidden: true }),
    col.text('appealDecidedBy', { hidden: true, width: 150 }),
    col.text('appealRemark', { hidden: true, width: 200 }),
    col.instant('appealDecidedAt', { hidden: true }),
  ],
  views: {
    due: { state: ['notInspected'], sort: 'drawnAt' },
    mine: { state: ['notInspected'], inspector: ':@me', sort: 'drawnAt' },
    inspected: { state: ['inspected', 'pass', 'fail'], sort: '-inspectedAt' },
    results: { state: ['inspected', 'pass', 'fail'], collector: ':@me', sort: '-inspectedAt' },
    appeals: { appealState: ['pending'], sort: 'appealedAt' },
    failed: { state: ['fail'], sort: '-inspectedAt' },
    all: {},
  },
  opens: [
    { right: 'conductChecks.edit', view: 'due' },
    { right: 'conductChecks.assign', view: 'appeals' },
    { right: 'conductChecks.request', view: 'results' },
  ],
  open: ({ id }) => recordPath(conductCheck, id),
})
