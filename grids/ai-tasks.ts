import { aiTasks } from '#contract/ai-tasks.ts'
import { listPath } from '#contract/kernel/subject.ts'
import { grid } from '#src/grid/define.ts'

/** Tasks of robots, with what comes of them while they call. */
export default grid(aiTasks.list, {
  page: 'aiTasks',
  columns: (col) => [
    col.text('robotName', { pin: true, width: 100 }),
    col.choice('state', { width: 105 }),
    col.count('planned', { width: 76 }),
    col.count('called', { width: 72 }),
    col.count('a', { width: 96 }),
    col.count('b', { width: 96 }),
    col.count('c', { width: 96 }),
    col.count('d', { width: 96 }),
    col.count('e', { width: 96 }),
    col.count('f', { width: 96 }),
    col.count('g', { width: 96 }),
    col.count('h', { width: 96 }),
    col.date('day', { hidden: true }),
    col.ref('product', { hidden: true }),
    col.count('skipped', { hidden: true }),
    col.money('cost', { hidden: true }),
    col.instant('startedAt', { hidden: true }),
    col.instant('endedAt', { hidden: true }),
    col.instant('opensAt', { hidden: true }),
    col.instant('closesAt', { hidden: true }),
    col.id('configId', { hidden: true }),
    col.id('id', { hidden: true }),
    col.text('changedBy', { hidden: true }),
    col.instant('createdAt', { hidden: true }),
  ],
  views: { today: { day: ':today' }, live: { state: ['calling', 'pending', 'paused'] }, all: {} },
  open: ({ id }) => listPath('aiRecords', `taskId:${id}`),
})
