import { callSubject, calls } from '#contract/calls.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { grid } from '#src/grid/define.ts'

/** Calls with customers, by whom and how they went. */
export default grid(calls.list, {
  page: 'calls',
  columns: (col) => [
    col.instant('beganAt', { pin: true }),
    col.choice('direction', { width: 110 }),
    col.choice('state', { width: 170 }),
    col.name('name'),
    col.masked('phone'),
    col.count('seconds', { width: 120 }),
    col.ref('staff', { grow: 1 }),
    col.ref('agency', { width: 150 }),
    col.ref('line', { width: 130 }),
    col.flag('recorded', { width: 100 }),
    col.id('caseId'),
    col.choice('way', { hidden: true }),
    col.id('loanId', { hidden: true }),
    col.id('customerId', { hidden: true }),
    col.instant('rangAt', { hidden: true }),
    col.instant('answeredAt', { hidden: true }),
    col.instant('endedAt', { hidden: true }),
    col.flag('connected', { hidden: true, width: 110 }),
    col.flag('outOfHours', { hidden: true, width: 110 }),
    col.text('failure', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: {
    all: {},
    mine: { staff: ':@me' },
    today: { beganAt: ':today' },
    incoming: { direction: ['in'] },
    recorded: { recorded: true },
    silent: { state: ['unknown'] },
  },
  opens: [
    { right: 'calls.reveal', view: 'all' },
    { right: 'calls.edit', view: 'mine' },
  ],
  open: ({ id }) => recordPath(callSubject, id),
})
