import { blacklist } from '#contract/blacklist.ts'
import { grid } from '#src/grid/define.ts'

/** Who, and what, nothing is lent to. */
export default grid(blacklist.list, {
  page: 'blacklist',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.instant('addedAt'),
    col.choice('state', { width: 110 }),
    col.choice('kind', { width: 110 }),
    col.text('value', { width: 150 }),
    col.id('customerId'),
    col.choice('source', { width: 120 }),
    col.text('reason', { grow: 1, width: 220 }),
    col.text('addedBy', { width: 150 }),
    col.text('removedBy', { hidden: true, width: 150 }),
    col.instant('removedAt', { hidden: true }),
    col.text('removal', { hidden: true, width: 200 }),
  ],
  views: {
    listed: { state: ['listed'] },
    removed: { state: ['removed'], sort: '-removedAt' },
    all: {},
  },
})
