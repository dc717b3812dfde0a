import { menuEntries } from '#contract/menu-entries.ts'
import { grid, labelColumns } from '#src/grid/define.ts'

/** The menu: order, titles, signs, what is hidden, and links that lead out of the console. */
export default grid(menuEntries.list, {
  page: 'menu',
  columns: (col) => [
    col.text('title', { pin: true, width: 220 }),
    col.choice('place', { width: 170 }),
    col.count('sort', { width: 90 }),
    col.choice('kind', { width: 110 }),
    col.choice('state', { width: 110 }),
    col.choice('icon', { width: 140 }),
    col.text('path', { grow: 1, width: 260 }),
    col.flag('changed', { width: 110 }),
    col.text('changedBy', { width: 150 }),
    col.text('position', { hidden: true }),
    ...labelColumns(col),
    col.id('id', { hidden: true }),
    col.instant('createdAt', { hidden: true }),
  ],
  views: {
    all: {},
    changed: { changed: true },
    hidden: { state: ['hidden'] },
    links: { kind: ['link'] },
  },
})
