import { aiRecord, aiRecords } from '#contract/ai-records.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { grid } from '#src/grid/define.ts'

/** Calls of robots, and what came of each. */
export default grid(aiRecords.list, {
  page: 'aiRecords',
  columns: (col) => [
    col.id('id', { pin: true, width: 140 }),
    col.instant('beganAt'),
    col.choice('outcome', { width: 190 }),
    col.choice('state', { width: 150 }),
    col.name('name'),
    col.masked('phone'),
    col.count('seconds', { width: 110 }),
    col.count('attempt', { width: 90 }),
    col.money('cost', { width: 110 }),
    col.flag('recorded', { width: 100 }),
    col.text('robotName', { hidden: true }),
    col.id('taskId'),
    col.id('caseId'),
    col.id('loanId', { hidden: true }),
    col.id('customerId', { hidden: true }),
    col.instant('answeredAt', { hidden: true }),
    col.instant('endedAt', { hidden: true }),
    col.flag('transcribed', { hidden: true, width: 110 }),
    col.ref('agency', { hidden: true }),
    col.flag('outOfHours', { hidden: true, width: 110 }),
    col.text('failure', { hidden: true }),
  ],
  views: {
    all: {},
    today: { beganAt: ':today' },
    willing: { outcome: ['a'] },
    attention: { outcome: ['d', 'e', 'h'] },
    silent: { state: ['unknown'] },
  },
  open: ({ id }) => recordPath(aiRecord, id),
})
