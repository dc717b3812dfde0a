import { batch, batches } from '#contract/batches.ts'
import { listPath } from '#contract/kernel/subject.ts'
import { command, local } from '#src/command/define.ts'

/** Try the rows again that were refused in a run. */
export const rerun = command(batches.rerun, {
  on: 'one',
  confirm: true,
  search: { words: { en: ['retry failed rows', 'run again'], zh: ['失败重跑', '重试'] } },
})

/** Every row of a run with its result, as a file. */
export const saveResults = local('batches.saveResults', {
  subject: batch,
  run: ({ id }, { save }) => save(batches.export, { id }),
})

/** The runs that tried the refused rows of this one again. */
export const openReruns = local('batches.openReruns', {
  subject: batch,
  run: ({ id }, { go }) => go(listPath('batches', `parentId:${id}`)),
})
