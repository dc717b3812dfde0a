import { departments } from '#contract/departments.ts'
import { listPath } from '#contract/kernel/subject.ts'
import { grid, labelColumns } from '#src/grid/define.ts'

/** The house as a tree: the head office, and the departments below it. */
export default grid(departments.list, {
  page: 'departments',
  columns: (col) => [
    col.text('name', { pin: true, width: 260 }),
    col.count('staff', { width: 90 }),
    col.count('children', { width: 150 }),
    col.count('agencies', { width: 100 }),
    col.ref('officer', { grow: 1, width: 160 }),
    col.id('id', { width: 140 }),
    col.text('changedBy', { width: 150 }),
    col.instant('createdAt'),
    col.text('givenName', { hidden: true }),
    ...labelColumns(col),
    col.ref('parent', { hidden: true }),
    col.text('path', { hidden: true }),
  ],
  views: { all: {}, empty: { staff: ':0' } },
  tree: { path: 'path', column: 'name' },
  open: ({ id }) => listPath('staff', `unit:${id}`),
})
