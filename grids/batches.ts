import { batches } from '#contract/batches.ts'
import { grid } from '#src/grid/define.ts'

/** Batches: commands that were run on many rows at once, and what became of them. */
export default grid(batches.list, {
  page: 'batches',
  keys: 'g b',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('state', { width: 120 }),
    col.text('command', { width: 180 }),
    col.text('maker', { width: 140 }),
    col.count('count'),
    col.count('success'),
    col.count('fail', { alarm: [1, 100] }),
    col.instant('createdAt'),
    col.instant('finishedAt'),
    col.text('query', { grow: 1 }),
    col.id('parentId', { hidden: true }),
    col.instant('startedAt', { hidden: true }),
  ],
  views: {
    all: {},
    failures: { fail: '>0' },
    running: { state: ['running'] },
  },
})
