import { loans } from '#contract/loans/calls.ts'
import { loanSubject } from '#contract/loans/row.ts'
import { command, local } from '#src/command/define.ts'

/** Send the failed pay-outs again. */
export const redisburse = command(loans.redisburse, {
  on: 'each',
  keys: 'r',
  search: { words: { zh: ['重新放款'], en: ['retry payout', 'pay out again'], vi: ['giải ngân'] }, codes: ['rd'] },
})

/** Everything known about one order. */
export const openDetail = local('loans.openDetail', {
  subject: loanSubject,
  run: (row, { go }) => go(`/detail?id=${row.id}`),
})

/** For searching the same order elsewhere. */
export const copyId = local('loans.copyId', {
  subject: loanSubject,
  run: (row, { copy }) => copy(row.id),
})
