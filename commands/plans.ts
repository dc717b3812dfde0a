import { plan } from '#contract/plans.ts'
import { local } from '#src/command/define.ts'

/** The order a plan belongs to. */
export const openLoan = local('plans.openLoan', {
  subject: plan,
  run: ({ loanId }, { go }) => go(`/detail?id=${loanId}`),
})

/** For searching the same plan elsewhere. */
export const copyId = local('plans.copyId', { subject: plan, run: ({ id }, { copy }) => copy(id) })
