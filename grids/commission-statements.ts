import { commissionStatements } from '#contract/commission-statements.ts'
import { listPath } from '#contract/kernel/subject.ts'
import { grid } from '#src/grid/define.ts'

/** What agencies get, month by month: by whom it was confirmed, and what of it is in dispute. */
export default grid(commissionStatements.list, {
  page: 'commissionStatements',
  columns: (col) => [
    col.id('id', { pin: true, width: 148 }),
    col.ref('agency', { grow: 1, width: 170 }),
    col.date('month', { width: 88 }),
    col.choice('state', { width: 124 }),
    col.count('entries', { width: 92 }),
    col.money('recovered', { width: 124 }),
    col.money('commission', { width: 116 }),
    col.money('earlier', { width: 116 }),
    col.money('disputed', { width: 116 }),
    col.money('disputedCommission', { width: 116 }),
    col.ref('confirmedBy', { width: 150 }),
    col.ref('closedBy', { width: 150 }),
    col.instant('closedAt', { hidden: true }),
    col.instant('confirmedAt', { hidden: true }),
    col.instant('drawnAt', { hidden: true }),
    col.text('note', { hidden: true, width: 200 }),
  ],
  views: {
    open: { state: ['drawn', 'confirmed'] },
    closed: { state: ['closed'] },
    all: {},
  },
  open: ({ id }) => listPath('commissionLines', `statementId:${id}`),
})
