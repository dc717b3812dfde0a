import { collectors } from '#contract/collectors/calls.ts'
import { listPath } from '#contract/kernel/subject.ts'
import { grid } from '#src/grid/define.ts'

/** Collectors, each with what allocation asks of them and the work that they have. */
export default grid(collectors.list, {
  page: 'collectors',
  columns: (col) => [
    col.text('account', { pin: true, width: 130 }),
    col.text('name', { width: 170 }),
    col.ref('group', { grow: 1, width: 180 }),
    col.text('stages', { width: 130 }),
    col.flag('participates', { width: 120 }),
    col.count('openCases', { width: 110 }),
    col.count('capacity', { width: 100 }),
    col.count('untouched', { width: 120 }),
    col.count('promisesDue', { width: 130 }),
    col.rate('keptRate', { width: 120 }),
    col.choice('certificateState', { width: 140 }),
    col.choice('state', { width: 110 }),
    col.ref('agency', { hidden: true, width: 180 }),
    col.date('certificateUntil', { hidden: true, width: 130 }),
    col.text('certificate', { hidden: true, width: 160 }),
    col.ref('line', { hidden: true, width: 140 }),
    col.ref('department', { hidden: true, width: 160 }),
    col.rate('load', { hidden: true, width: 90 }),
    col.text('jobNumber', { hidden: true, width: 110 }),
    col.text('roles', { hidden: true, width: 200 }),
    col.flag('addressBookVisible', { hidden: true, width: 140 }),
    col.text('changedBy', { hidden: true }),
    col.id('id', { hidden: true }),
    col.instant('createdAt', { hidden: true }),
  ],
  views: {
    all: {},
    nearCapacity: { load: '>=90%', sort: '-load' },
    stopped: { participates: false },
    certificateEnding: { certificateState: ['expired', 'ending'], sort: 'certificateUntil' },
  },
  open: ({ id }) => listPath('openCases', `collector:${id}`),
})
