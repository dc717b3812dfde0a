import { collectionCase } from '#contract/cases.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { promise, promises } from '#contract/promises.ts'
import { command, local } from '#src/command/define.ts'

/** Say that promises count no more. */
export const cancel = command(promises.cancel, {
  on: 'each',
  args: { reason: {} },
  confirm: true,
  search: {
    words: {
      ...{ zh: ['撤销承诺'], en: ['withdraw promise'], es: ['anular promesa'], vi: ['bỏ lời hứa trả'] },
      ...{ id: ['batalkan janji'], ja: ['約束取消'] },
    },
  },
})

/** The case in which a promise was made. */
export const openCase = local('promises.openCase', {
  subject: promise,
  run: ({ caseId }, { go }) => go(recordPath(collectionCase, caseId)),
})
