import { listPath } from '#contract/kernel/subject.ts'
import { units } from '#contract/units.ts'
import { grid, relatedRows } from '#src/grid/define.ts'

/** Agencies that collect, with the departments and groups in them, as a tree. */
export default grid(units.list, {
  page: 'agencies',
  columns: (col) => [
    col.id('id', { pin: true, width: 150 }),
    col.text('name', { width: 260, indent: ['kind', { department: 1, group: 2 }] }),
    col.choice('kind', { width: 120 }),
    col.ref('officer', { width: 150 }),
    col.count('weight', { width: 90 }),
    col.flag('locked', { width: 90 }),
    col.flag('external', { width: 100 }),
    col.date('contractFrom', { hidden: true }),
    col.date('contractUntil', { width: 130 }),
    col.text('certificate', { hidden: true }),
    col.text('stages', { grow: 1, width: 180 }),
    col.count('collectors', { width: 100 }),
    col.count('openCases', { width: 110 }),
    col.money('owed', { width: 140 }),
    col.ref('parent', { hidden: true }),
    col.ref('agency', { hidden: true }),
    col.text('path', { hidden: true }),
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
  open: ({ id, kind }) => (kind === 'agency' ? listPath('openCases', `agency:${id}`) : null),
  table: { of: relatedRows(units.commission, 'rates', ['stage', 'rate', 'since', 'nextRate', 'nextFrom']), id: 'id' },
})
