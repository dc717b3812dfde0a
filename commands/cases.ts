import { caseSubject, cases } from '#contract/cases.ts'
import { command, local } from '#src/command/define.ts'

/** Take cases out of collection for good. */
export const end = command(cases.end, {
  on: 'each',
  ask: { reason: {} },
  keys: 'e',
  confirm: true,
  search: { words: { en: ['close case', 'recall case'], zh: ['结案', '撤案'] }, codes: ['ec'] },
})

/** The order a case is about. */
export const openLoan = local('cases.openLoan', {
  subject: caseSubject,
  run: ({ loanId }, { go }) => go(`/detail?id=${loanId}`),
})
