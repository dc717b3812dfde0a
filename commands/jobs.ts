import { job, jobs } from '#contract/jobs.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { act, command, local } from '#src/command/define.ts'

/** A task with its runs. */
export const openDetail = local('jobs.openDetail', { subject: job, run: ({ id }, { go }) => go(recordPath(job, id)) })

/** One more task, of a class the server has. */
export const add = act(jobs.add, {
  args: { identifier: {}, name: {}, jobClass: {}, cycle: {}, days: { optional: true } },
  page: 'jobs',
})

/** What a task is called and when it runs. */
export const edit = command(jobs.edit, {
  on: 'one',
  args: {
    name: { first: ({ name }) => name },
    cycle: { first: ({ cycle }) => cycle },
    days: { optional: true, first: ({ days }) => days },
  },
})

/** Enable or disable the schedule (cron) of a task. */
export const setState = command(jobs.setState, {
  on: 'each',
  args: { state: {} },
  undo: { args: ({ state }) => ({ state }) },
})

/** Run tasks now, beside their schedule. */
export const run = command(jobs.run, { on: 'each', search: { words: { en: ['start task'], zh: ['执行一次'] } } })
