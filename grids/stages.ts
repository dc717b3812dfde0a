import { listPath } from '#contract/kernel/subject.ts'
import { stages } from '#contract/stages.ts'
import { grid } from '#src/grid/define.ts'

/** Stages of collection, in the order of their days. */
export default grid(stages.list, {
  page: 'stages',
  columns: (col) => [
    col.id('id', { pin: true, width: 100 }),
    col.text('name', { grow: 1, width: 180 }),
    col.count('firstDay', { width: 110 }),
    col.count('lastDay', { width: 110 }),
    col.flag('addressBookVisible', { width: 150 }),
    col.choice('rollPolicy', { width: 230 }),
    col.count('capacity', { width: 110 }),
    col.count('openCases', { width: 120 }),
    col.text('changedBy', { hidden: true, width: 150 }),
    col.instant('createdAt', { hidden: true }),
  ],
  views: { all: {}, full: { openCases: '>0', sort: '-openCases' } },
  open: ({ id }) => listPath('openCases', `stage:${id}`),
})
