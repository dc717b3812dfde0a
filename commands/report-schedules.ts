import { listPath } from '#contract/kernel/subject.ts'
import { reportSchedule, reportSchedules } from '#contract/report-schedules.ts'
import { act, command, local } from '#src/command/define.ts'

/** A report or a list that is sent as a file by itself. */
export const add = act(reportSchedules.add, {
  args: {
    title: {},
    content: {},
    query: { optional: true, hint: 'reportSchedules.query.hint' },
    condition: { optional: true, hint: 'reportSchedules.condition.hint' },
    frequency: {},
    time: { hint: 'reportSchedules.time.hint' },
    format: {},
    delivery: { mailOnly: ['mail'] },
  },
  given: ['shape'],
  page: 'reportSchedules',
  search: { words: { en: ['subscription', 'email report', 'alert', 'threshold'], zh: ['报表订阅', '预警', '阈值'] } },
})

/** What is sent, when, and how. */
export const edit = command(reportSchedules.edit, {
  on: 'one',
  args: {
    title: { first: ({ title }) => title },
    query: { first: ({ query }) => query, optional: true, hint: 'reportSchedules.query.hint' },
    condition: {
      first: ({ condition }) => condition ?? undefined,
      optional: true,
      hint: 'reportSchedules.condition.hint',
    },
    frequency: { first: ({ frequency }) => frequency },
    time: { first: ({ time }) => time, hint: 'reportSchedules.time.hint' },
    format: { first: ({ format }) => format },
    delivery: { first: ({ delivery }) => delivery, mailOnly: ['mail'] },
  },
})

/** Have somebody else get it as well, as they may see it, … */
export const addRecipient = command(reportSchedules.addRecipient, {
  on: 'each',
  args: { recipient: {} },
  search: { words: { en: ['share', 'send to', 'subscriber'], zh: ['抄送', '发送给'] } },
})
/** … and no more. */
export const removeRecipient = command(reportSchedules.removeRecipient, {
  on: 'each',
  args: { recipient: {} },
  confirm: true,
})

/** Get no longer what somebody else has set up. */
export const leave = command(reportSchedules.leave, {
  on: 'each',
  confirm: true,
  search: { words: { en: ['unsubscribe', 'stop receiving'], zh: ['退订', '不再接收'] } },
})

/** Send nothing for the time being, … */
export const pause = command(reportSchedules.pause, { on: 'each', keys: 'w' })
/** … and go on. */
export const resume = command(reportSchedules.resume, { on: 'each', keys: 'r' })

/** Send it now, beside its turns. */
export const run = command(reportSchedules.run, { on: 'each' })

/** Send it no more. */
export const remove = command(reportSchedules.remove, { on: 'each', confirm: true, destructive: true })

/** What became of its files. */
export const openRuns = local('reportSchedules.openRuns', {
  subject: reportSchedule,
  requires: reportSchedules.runs.requires,
  run: ({ id }, { go }) => go(listPath('reportRuns', `schedule:${id}`)),
})
