import { dataUse } from '#contract/data-use.ts'
import { grid } from '#src/grid/define.ts'

/** Who had how much personal data shown to them, and took along. */
export default grid(dataUse.list, {
  page: 'dataUse',
  columns: (col) => [
    col.date('date', { pin: true }),
    col.count('rank', { width: 80 }),
    col.ref('staff'),
    col.ref('unit'),
    col.count('reveals', { width: 125 }),
    col.count('exports', { width: 120 }),
    col.count('exportedRows', { width: 125 }),
    col.count('copiedRows', { width: 110 }),
    col.count('documents', { width: 175 }),
    col.instant('countedAt', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: { yesterday: { date: ':yesterday', sort: 'rank' }, top: { rank: '<=3' }, all: {} },
})
