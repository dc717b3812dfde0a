import { holidays } from '#contract/holidays.ts'
import { grid } from '#src/grid/define.ts'

/** Days on which the business is closed. */
export default grid(holidays.list, {
  page: 'holidays',
  columns: (col) => [
    col.date('date', { pin: true, width: 130 }),
    col.text('name', { grow: 1, width: 260 }),
    col.flag('quiet', { width: 190 }),
    col.text('changedBy', { width: 150 }),
    col.instant('createdAt', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: { coming: { date: '>=today' }, all: {} },
})
