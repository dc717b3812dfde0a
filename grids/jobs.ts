import { job, jobs } from '#contract/jobs.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { grid } from '#src/grid/define.ts'

/** Scheduled jobs (tasks), and how they went. */
export default grid(jobs.list, {
  page: 'jobs',
  columns: (col) => [
    col.id('id', { pin: true, width: 160 }),
    col.choice('state', { width: 100 }),
    col.text('name', { grow: 1, width: 310 }),
    col.text('cycle', { width: 120 }),
    col.choice('lastRun', { width: 120 }),
    col.instant('lastAt'),
    col.instant('nextAt'),
    col.count('success'),
    col.count('fail', { alarm: [1, 10] }),
    col.choice('days', { hidden: true, width: 150 }),
    col.choice('jobClass', { hidden: true, width: 180 }),
    col.instant('createdAt', { hidden: true }),
  ],
  views: {
    all: {},
    failed: { lastRun: ['fail'] },
    off: { state: ['disabled'] },
  },
  open: ({ id }) => recordPath(job, id),
})
