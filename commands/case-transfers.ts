import { caseTransfer, caseTransfers } from '#contract/case-transfers.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { loan } from '#contract/loans/row.ts'
import { act, command, local } from '#src/command/define.ts'

/** Give so many cases of one collector to another or to several in turn, or all of them. */
export const move = act(caseTransfers.move, {
  args: {
    ...{ caseType: {}, kind: {}, clients: {}, from: {}, to: {} },
    others: { optional: true, hint: 'caseTransfers.others.hint' },
    count: {},
    reason: { optional: true },
  },
  page: 'caseTransfers',
  confirm: true,
  search: {
    words: { zh: ['转案', '批量转派'], en: ['hand over cases'] },
    codes: ['tc'],
  },
})

/** Give cases back, on the day they were transferred and if nobody has touched them. */
export const undo = command(caseTransfers.undo, {
  on: 'each',
  confirm: true,
  search: { words: { zh: ['撤销转派'], en: ['take back', 'give back'] } },
})

/** The order whose case it is. */
export const openLoan = local('caseTransfers.openLoan', {
  subject: caseTransfer,
  run: ({ loanId }, { go }) => go(recordPath(loan, loanId)),
})
