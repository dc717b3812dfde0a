import { ticket, tickets } from '#contract/tickets.ts'
import { command, local } from '#src/command/define.ts'

/** Hand tickets to another department, or to one of its people. */
export const transfer = command(tickets.transfer, {
  on: 'each',
  ask: { to: {}, note: { optional: true } },
  keys: 't',
  search: { words: { en: ['assign ticket', 'hand over'], zh: ['转单', '转派'] }, codes: ['tt'] },
})

/** The order a ticket is about. */
export const openLoan = local('tickets.openLoan', {
  subject: ticket,
  when: ({ loanId }) => (loanId ? { ok: true } : { ok: false, fault: 'no_loan' }),
  run: ({ loanId }, { go }) => go(`/detail?id=${loanId}`),
})
