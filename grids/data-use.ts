import { dataUse } from '#contract/data-use.ts'
import { grid } from '#src/grid/define.ts'

/** Who had how much personal data shown to them, and took along. */
export default grid(dataUse.list, {
  page: 'dataUse',
  columns: (col) => [
    col.date('date', { pin: true }),
    col.count('rank', { width: 90 }),
    col.ref('staff'),
    col.ref('unit'),
    col.count('reveals', { width: 130 }),
    col.count('exports', { width: 130 }),
    col.count('exportedRows', { width: 150 }),
    col.count('copiedRows', { width: 140 }),
    col.count('documents', { width: 160 }),
    col.instant('countedAt', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: { yesterday: { date: ':yesterday', sort: 'rank' }, top: { rank: '<=3' }, all: {} },
})
