import { reportSchedules } from '#contract/report-schedules.ts'
import { grid } from '#src/grid/define.ts'

/** Files of schedules: for whom, how large, and why not. */
export default grid(reportSchedules.runs, {
  page: 'reportRuns',
  columns: (col) => [
    col.instant('dueAt', { pin: true }),
    col.ref('schedule', { width: 240 }),
    col.ref('recipient', { width: 160 }),
    col.choice('state', { width: 120 }),
    col.choice('mail', { width: 120 }),
    col.text('measured', { width: 110 }),
    col.text('error', { grow: 1, width: 300 }),
    col.count('rows', { width: 100 }),
    col.count('bytes', { width: 110 }),
    col.choice('format', { width: 90 }),
    col.choice('trigger', { width: 110 }),
    col.flag('met', { hidden: true, width: 90 }),
    col.count('attempts', { hidden: true, width: 100 }),
    col.instant('finishedAt'),
    col.id('id', { hidden: true }),
  ],
  views: {
    all: {},
    alerts: { met: true, state: ['done'] },
    today: { dueAt: ':today' },
    failed: { state: ['refused', 'failed'] },
  },
})
