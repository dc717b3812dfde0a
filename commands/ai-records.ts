import { aiRecord } from '#contract/ai-records.ts'
import { collectionCase } from '#contract/cases.ts'
import { listPath, recordPath } from '#contract/kernel/subject.ts'
import { local } from '#src/command/define.ts'

/** The case that a robot called about. */
export const openCase = local('aiRecords.openCase', {
  subject: aiRecord,
  requires: 'openCases',
  run: ({ caseId }, { go }) => go(recordPath(collectionCase, caseId)),
})

/** What was found of how a robot spoke, where its call was drawn. */
export const openChecks = local('aiRecords.openChecks', {
  subject: aiRecord,
  requires: 'conductChecks',
  keys: 'Q',
  run: ({ id }, { go }) => go(listPath('conductChecks', `recordId:${id}`)),
})
