import { recordPath } from '#contract/kernel/subject.ts'
import { loan } from '#contract/loans/row.ts'
import { plan } from '#contract/plans.ts'
import { local } from '#src/command/define.ts'

/** The order a plan belongs to. */
export const openLoan = local('plans.openLoan', {
  subject: plan,
  run: ({ loanId }, { go }) => go(recordPath(loan, loanId)),
})

/** What an instalment asks for, and what it was charged day by day. */
export const openPenalties = local('plans.openPenalties', {
  subject: plan,
  search: { words: { en: ['penalty rows', 'daily penalty'], zh: ['每日罚息', '罚息明细'] } },
  run: ({ id }, { go }) => go(recordPath(plan, id)),
})

/** For searching the same plan elsewhere. */
export const copyId = local('plans.copyId', { subject: plan, run: ({ id }, { copy }) => copy(id) })
