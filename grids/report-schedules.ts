import { listPath } from '#contract/kernel/subject.ts'
import { reportSchedules } from '#contract/report-schedules.ts'
import { grid } from '#src/grid/define.ts'

/** Report schedules: what is sent to oneself, how often, and how that went last. */
export default grid(reportSchedules.list, {
  page: 'reportSchedules',
  columns: (col) => [
    col.text('title', { pin: true, grow: 1, width: 220 }),
    col.choice('state', { width: 100 }),
    col.choice('lastRun', { width: 120 }),
    col.text('content', { width: 200 }),
    col.text('condition', { width: 140 }),
    col.text('query', { width: 220 }),
    col.choice('frequency', { width: 130 }),
    col.text('time', { width: 80 }),
    col.choice('format', { width: 90 }),
    col.instant('nextAt'),
    col.instant('lastAt'),
    col.text('recipients', { width: 180 }),
    col.choice('delivery', { width: 220, hidden: true }),
    col.ref('owner', { width: 160, hidden: true }),
    col.text('by', { hidden: true }),
    col.id('id', { hidden: true }),
    col.instant('createdAt', { hidden: true }),
  ],
  views: { all: {}, active: { state: ['active'] }, failed: { lastRun: ['refused', 'failed'] } },
  open: ({ id }) => listPath('reportRuns', `schedule:${id}`),
})
