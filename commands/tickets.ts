import { recordPath } from '#contract/kernel/subject.ts'
import type { IdOf, Ref } from '#contract/kernel/values.ts'
import { loan } from '#contract/loans/row.ts'
import { ticket, tickets } from '#contract/tickets.ts'
import { command, local } from '#src/command/define.ts'

/** Whoever has a ticket: a colleague, or nobody in particular of a department. Ids of both can be assigned to. */
const assignee = ({ id }: Ref) => id as string as IdOf<'assignee'>

/** Hand tickets to another department, or to one of its people. */
export const transfer = command(tickets.transfer, {
  on: 'each',
  args: { to: {}, note: { optional: true } },
  keys: 't',
  undo: { args: ({ processor, department }) => ({ to: assignee(processor ?? department), note: undefined }) },
  search: {
    words: {
      zh: ['转单', '移交'],
      en: ['assign ticket', 'hand over'],
      es: ['reasignar'],
      vi: ['giao phiếu'],
      id: ['teruskan tiket'],
      ja: ['転送', '担当変更'],
    },
    codes: ['tt'],
  },
})

/** Ask a colleague to see to an order. */
export const open = command(tickets.open, {
  on: 'each',
  args: { kind: {}, title: {}, content: {}, priority: { first: () => 'normal', optional: true } },
  search: { words: { zh: ['新建工单'], en: ['work order', 'new ticket'], vi: ['tạo phiếu'], id: ['tiket baru'] } },
})

/** The order a ticket is about. */
export const openLoan = local('tickets.openLoan', {
  subject: ticket,
  when: ({ loanId }) => (loanId ? { ok: true } : { ok: false, fault: 'no_loan' }),
  run: ({ loanId }, { go }) => (loanId ? go(recordPath(loan, loanId)) : undefined),
})
