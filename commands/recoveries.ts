import { collectionCase } from '#contract/cases.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { recoveries, recovery } from '#contract/recoveries.ts'
import { command, local } from '#src/command/define.ts'

/** Say that somebody else recovered it. Somebody else decides. */
export const dispute = command(recoveries.dispute, {
  on: 'each',
  args: { to: {}, reason: {} },
  confirm: true,
  search: {
    words: {
      ...{ zh: ['归属争议', '申诉'], en: ['wrong collector', 'contest'], es: ['impugnar'] },
      ...{ vi: ['khiếu nại'], id: ['sanggah'], ja: ['異議'] },
    },
  },
})

/** Credit it to whom it is said to be of. */
export const pass = command(recoveries.pass, { on: 'each', args: { note: { optional: true } }, keys: 'A' })

/** Leave it with whom it was credited to, and say why. */
export const reject = command(recoveries.reject, { on: 'each', args: { note: {} }, keys: 'X', confirm: true })

/** The case it was recovered in. */
export const openCase = local('recoveries.openCase', {
  subject: recovery,
  run: ({ caseId }, { go }) => go(recordPath(collectionCase, caseId)),
})
