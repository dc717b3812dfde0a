import { caseSubject, cases } from '#contract/cases.ts'
import { command, local } from '#src/command/define.ts'

/** Take cases out of collection for good. */
export const end = command(cases.end, {
  on: 'each',
  ask: { reason: {} },
  keys: 'e',
  confirm: true,
  search: {
    words: {
      zh: ['结束催收', '撤案'],
      en: ['close case', 'recall case'],
      es: ['finalizar caso'],
      vi: ['đóng hồ sơ'],
      id: ['akhiri kasus'],
      ja: ['督促終了'],
    },
    codes: ['ec'],
  },
})

/** The order a case is about. */
export const openLoan = local('cases.openLoan', {
  subject: caseSubject,
  run: ({ loanId }, { go }) => go(`/detail?id=${loanId}`),
})
