import { aiRecord } from '#contract/ai-records.ts'
import { callSubject } from '#contract/calls.ts'
import { collectionCase } from '#contract/cases.ts'
import { conductCheck, conductChecks } from '#contract/conduct-checks.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { command, local } from '#src/command/define.ts'

const subject = conductCheck

/** Take the next recording of the sample, and listen to it. */
export const openNext = local('conductChecks.openNext', {
  requires: conductChecks.claimNext.requires,
  page: 'conductChecks',
  keys: 'g L',
  search: {
    words: {
      zh: ['领取录音', '录音抽检'],
      en: ['next recording'],
      es: ['siguiente grabación'],
      vi: ['bản ghi âm tiếp theo'],
      id: ['rekaman berikutnya'],
      ja: ['次の録音'],
    },
  },
  run: (_, { go }) => go('/conduct-check'),
})

/** Find nothing wrong with how somebody spoke. */
export const pass = command(conductChecks.pass, { on: 'one', args: { remark: { optional: true } }, keys: 'A' })

/** Find fault with how somebody spoke. */
export const fail = command(conductChecks.fail, {
  on: 'one',
  args: { code: {}, remark: { optional: true } },
  keys: 'X',
})

/** Give back what one has claimed. */
export const release = command(conductChecks.release, { on: 'each', keys: 'L' })

/** Take one's own result back before its collector has seen it. */
export const reopen = command(conductChecks.reopen, { on: 'each', keys: 'Z' })

/** See what was found of one's own call, or of the robot's that one keeps. */
export const show = command(conductChecks.show, { on: 'each', keys: 'i' })

/** Object to what was found of one's own call. */
export const appeal = command(conductChecks.appeal, { on: 'one', args: { reason: {} }, keys: 'O' })

/** Leave a result as it is that was appealed against. */
export const uphold = command(conductChecks.uphold, { on: 'one', args: { remark: {} }, keys: 'U' })

/** Turn a result that was appealed against. */
export const overturn = command(conductChecks.overturn, { on: 'one', args: { remark: {} }, keys: 'T' })

/** The call that was listened to. */
export const openCall = local('conductChecks.openCall', {
  subject,
  run: ({ callId, recordId }, { go }) => {
    if (callId) go(recordPath(callSubject, callId))
    else if (recordId) go(recordPath(aiRecord, recordId))
  },
})

/** The case that it was about. */
export const openCase = local('conductChecks.openCase', {
  subject,
  run: ({ caseId }, { go }) => go(recordPath(collectionCase, caseId)),
})
