import { lines } from '#contract/lines.ts'
import { grid, relatedRows } from '#src/grid/define.ts'

/** Phone lines that customers are called by, each with its calls. */
export default grid(lines.list, {
  page: 'lines',
  columns: (col) => [
    col.text('number', { pin: true, width: 170 }),
    col.choice('kind', { width: 140 }),
    col.choice('state', { width: 110 }),
    col.ref('provider'),
    col.ref('staff'),
    col.ref('agency'),
    col.count('callsToday', { width: 110 }),
    col.rate('connectRate', { width: 120 }),
    col.flag('spam', { width: 100 }),
    col.choice('tested', { width: 150 }),
    col.instant('lastUsedAt'),
    col.instant('testedAt', { hidden: true }),
    col.text('changedBy', { hidden: true }),
    col.id('id', { hidden: true }),
    col.instant('createdAt', { hidden: true }),
  ],
  table: { of: relatedRows(lines.calls, 'calls', ['at', 'caller', 'loanId', 'way', 'connected']), id: 'id' },
  views: { all: {}, seats: { kind: ['seat'] }, spam: { spam: true } },
})
