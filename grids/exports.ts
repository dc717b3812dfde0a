import { exports } from '#contract/exports.ts'
import { grid } from '#src/grid/define.ts'

/** Export centre: one's own files, how far they have come, and until when they are kept. */
export default grid(exports.list, {
  page: 'exports',
  columns: (col) => [
    col.text('name', { pin: true, grow: 1, width: 280 }),
    col.choice('state', { width: 120 }),
    col.text('listing', { width: 200 }),
    col.count('done', { width: 110 }),
    col.count('count', { width: 110 }),
    col.flag('inFull', { width: 150 }),
    col.instant('createdAt'),
    col.instant('expiresAt'),
    col.id('id', { hidden: true }),
  ],
  views: { all: {}, done: { state: ['done'] }, making: { state: ['making'] } },
})
