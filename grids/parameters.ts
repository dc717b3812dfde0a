import { parameters } from '#contract/parameters/calls.ts'
import { grid, relatedRows } from '#src/grid/define.ts'

/** Parameters of the business, each with its range, its default and what it changes. */
export default grid(parameters.list, {
  page: 'parameters',
  keys: 'g s',
  columns: (col) => [
    col.text('name', { pin: true, width: 230 }),
    col.text('value', { width: 220 }),
    col.choice('kind', { width: 120 }),
    col.text('range', { width: 120 }),
    col.text('byDefault', { width: 160 }),
    col.text('changes', { grow: 1, width: 320 }),
    col.choice('state', { width: 110 }),
    col.text('remark', { width: 200 }),
    col.text('changedBy', { width: 140 }),
    col.instant('changedAt'),
    col.id('id', { width: 190 }),
    col.flag('fourEyes', { width: 110 }),
    col.flag('isSet', { hidden: true, width: 90 }),
    col.count('number', { hidden: true, width: 90 }),
    col.instant('createdAt', { hidden: true }),
  ],
  table: {
    of: relatedRows(parameters.history, 'changes', ['changedAt', 'before', 'value', 'remark', 'changedBy']),
    id: 'id',
  },
  views: { all: {}, set: { isSet: true }, disabled: { state: ['disabled'] } },
})
