import { followUps } from '#contract/follow-ups.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { mustFindCase } from '#server/modules/cases/steps/find-case.ts'
import { addFollowUp } from './add.ts'
import { followUpsOf, lastAnswerOf, promisesOf } from './steps/file.ts'
import { numbersOf, toContactNumber } from './steps/numbers.ts'

/** Handlers of `followUps`: what came of contacting customers who owe. */
export default implement(followUps, {
  async ofCase({ id }, call) {
    const { tx, app, t } = call
    const { loanId, customerId } = await mustFindCase(id, call)
    return {
      numbers: (await numbersOf(tx, customerId, app)).map(toContactNumber),
      followUps: await followUpsOf(tx, loanId, t),
      promises: await promisesOf(loanId, call),
      lastAnswer: await lastAnswerOf(tx, customerId),
    }
  },

  add: ({ id: _, version: __, ...asked }, call) => addFollowUp(asked, call),
})
