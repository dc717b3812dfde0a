import { cardChange, cardChanges } from '#contract/card-changes.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { loan } from '#contract/loans/row.ts'
import { command, local } from '#src/command/define.ts'

/** Approve changed cards that somebody else has asked for. */
export const pass = command(cardChanges.pass, {
  on: 'each',
  args: { note: { optional: true } },
  keys: 'A',
  confirm: true,
})

/** Refuse changed cards, and say why. */
export const reject = command(cardChanges.reject, { on: 'each', args: { note: {} }, keys: 'X', confirm: true })

/** The order whose card changes. */
export const openLoan = local('cardChanges.openLoan', {
  subject: cardChange,
  run: ({ loanId }, { go }) => go(recordPath(loan, loanId)),
})
