import { caseTransfers } from '#contract/case-transfers.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { loans } from '#contract/loans/calls.ts'
import { loan } from '#contract/loans/row.ts'
import { grid } from '#src/grid/define.ts'

/** Case transfers: cases that went from one collector to another. */
export default grid(caseTransfers.list, {
  page: 'caseTransfers',
  columns: (col) => [
    col.id('loanId', { pin: true }),
    col.instant('at'),
    col.choice('state', { width: 140 }),
    col.ref('stage', { width: 88 }),
    col.ref('fromCollector', { width: 144 }),
    col.ref('toCollector', { width: 144 }),
    col.choice('kind', { width: 140 }),
    col.count('count', { width: 76 }),
    col.ref('operator', { width: 164 }),
    col.text('reason', { grow: 1, width: 210 }),
    col.name('name'),
    col.ref('toGroup', { width: 160 }),
    col.id('id', { hidden: true }),
    col.id('caseId', { hidden: true }),
    col.choice('caseKind', { hidden: true, width: 120 }),
    col.ref('fromGroup', { hidden: true, width: 160 }),
    col.masked('phone', { hidden: true }),
    col.ref('fromAgency', { hidden: true }),
    col.ref('toAgency', { hidden: true }),
    col.id('runId', { hidden: true }),
    col.ref('undoneBy', { hidden: true }),
    col.instant('undoneAt', { hidden: true }),
  ],
  views: {
    all: {},
    today: { at: ':today' },
    mine: { operator: ':@me' },
    undone: { state: ['undone'] },
  },
  opens: [{ right: 'caseTransfers', view: 'all' }],
  open: ({ loanId }) => recordPath(loan, loanId),
  timeline: { of: loans.detail, id: 'loanId' },
})
