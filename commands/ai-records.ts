import { aiRecord } from '#contract/ai-records.ts'
import { collectionCase } from '#contract/cases.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { local } from '#src/command/define.ts'

/** The case that a robot called about. */
export const openCase = local('aiRecords.openCase', {
  subject: aiRecord,
  requires: 'openCases',
  run: ({ caseId }, { go }) => go(recordPath(collectionCase, caseId)),
})
