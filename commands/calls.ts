import { callSubject, calls, isLiveCall } from '#contract/calls.ts'
import { collectionCase } from '#contract/cases.ts'
import { ok, refused } from '#contract/kernel/fault.ts'
import { listPath, recordPath } from '#contract/kernel/subject.ts'
import { act, local, whenAnswered } from '#src/command/define.ts'

/** End the own call. */
export const hangUp = act(calls.hangUp, {
  args: {},
  when: whenAnswered(calls.current, ({ call }) => (call && isLiveCall(call) ? ok : refused('not_on_a_call'))),
  keys: 'g H',
  search: {
    words: {
      zh: ['结束通话'],
      en: ['end call'],
      es: ['terminar llamada'],
      vi: ['kết thúc cuộc gọi'],
      id: ['akhiri panggilan'],
      ja: ['通話終了'],
    },
  },
})

/** The case that a call was about. */
export const openCase = local('calls.openCase', {
  subject: callSubject,
  run: ({ caseId }, { go }) => {
    if (caseId) go(recordPath(collectionCase, caseId))
  },
})

/** What was found of how somebody spoke, where the call was drawn. */
export const openChecks = local('calls.openChecks', {
  subject: callSubject,
  requires: 'conductChecks',
  keys: 'Q',
  run: ({ id }, { go }) => go(listPath('conductChecks', `callId:${id}`)),
})
