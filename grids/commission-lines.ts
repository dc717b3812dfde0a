import { commissionStatements } from '#contract/commission-statements.ts'
import { listPath } from '#contract/kernel/subject.ts'
import { grid } from '#src/grid/define.ts'

/** Commission by stage and rate, and by the month that it belongs to. Each line opens its recoveries. */
export default grid(commissionStatements.lines, {
  page: 'commissionLines',
  columns: (col) => [
    col.ref('agency', { pin: true, grow: 1, width: 170 }),
    col.date('month', { width: 104 }),
    col.date('paidMonth', { width: 104 }),
    col.choice('entry', { width: 112 }),
    col.ref('stage', { width: 80 }),
    col.rate('rate', { width: 96 }),
    col.count('entries', { width: 92 }),
    col.money('recovered', { width: 124 }),
    col.money('commission', { width: 116 }),
    col.money('disputed', { width: 116 }),
    col.money('disputedCommission', { width: 116 }),
    col.choice('state', { width: 124 }),
    col.flag('isEarlier', { hidden: true }),
    col.id('statementId', { hidden: true }),
    col.instant('drawnAt', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: {
    open: { state: ['drawn', 'confirmed'] },
    earlier: { isEarlier: true },
    all: {},
  },
  open: ({ id }) => listPath('recoveries', `lineId:${id}`),
})
