import { aiConfigs } from '#contract/ai-configs.ts'
import { listPath } from '#contract/kernel/subject.ts'
import { grid } from '#src/grid/define.ts'

/** Configurations of calls by robots, each with its tasks. */
export default grid(aiConfigs.list, {
  page: 'aiConfigs',
  columns: (col) => [
    col.id('id', { pin: true, width: 140 }),
    col.choice('state', { width: 110 }),
    col.ref('product', { width: 130 }),
    col.count('minOverdueDays', { width: 110 }),
    col.count('maxOverdueDays', { width: 110 }),
    col.text('weekdays', { width: 110 }),
    col.text('dates', { width: 170 }),
    col.text('startTime', { width: 90 }),
    col.text('endTime', { width: 90 }),
    col.text('robotName', { grow: 1 }),
    col.count('repeatDays', { hidden: true }),
    col.count('repeatMax', { hidden: true }),
    col.count('redialMinutes', { hidden: true }),
    col.count('redialMax', { hidden: true }),
    col.text('ignoredLabels', { width: 120 }),
    col.count('tasks', { width: 90 }),
    col.text('robotId', { hidden: true }),
    col.text('changedBy', { hidden: true }),
    col.instant('createdAt', { hidden: true }),
  ],
  views: { all: {}, enabled: { state: ['enabled'] } },
  open: ({ id }) => listPath('aiTasks', `configId:${id}`),
})
