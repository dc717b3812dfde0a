import { listPath } from '#contract/kernel/subject.ts'
import { units } from '#contract/units.ts'
import { grid, labelColumns, relatedRows } from '#src/grid/define.ts'

/** Agencies that collect, with the departments and groups in them, as a tree. */
export default grid(units.list, {
  page: 'agencies',
  columns: (col) => [
    col.text('name', { pin: true, width: 270 }),
    col.id('id'),
    col.choice('kind', { width: 110 }),
    col.count('weight', { width: 84 }),
    col.flag('locked', { width: 80 }),
    col.count('collectors', { width: 92 }),
    col.count('openCases', { width: 104 }),
    col.money('owed', { width: 140 }),
    col.ref('officer', { width: 150 }),
    col.flag('external', { width: 90 }),
    col.date('contractFrom', { hidden: true }),
    col.date('contractUntil', { width: 130 }),
    col.text('certificate', { hidden: true }),
    col.text('stages', { grow: 1, width: 180 }),
    col.ref('parent', { hidden: true }),
    col.ref('agency', { hidden: true }),
    col.text('path', { hidden: true }),
    col.text('givenName', { hidden: true }),
    ...labelColumns(col),
    col.text('changedBy', { hidden: true }),
    col.instant('createdAt', { hidden: true }),
  ],
  views: {
    all: {},
    agencies: { kind: ['agency'] },
    locked: { locked: true },
    external: { external: true, kind: ['agency'] },
    ending: { contractUntil: ':today..+60d', sort: 'contractUntil' },
  },
  tree: { path: 'path', column: 'name' },
  open: ({ id, kind }) => (kind === 'agency' ? listPath('openCases', `agency:${id}`) : null),
  table: { of: relatedRows(units.commission, 'rates', ['stage', 'rate', 'since', 'nextRate', 'nextFrom']), id: 'id' },
})
