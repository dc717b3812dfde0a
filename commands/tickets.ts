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

const noted = { note: {} } as const

/** Say what was done about tickets. */
export const follow = command(tickets.follow, {
  on: 'each',
  args: noted,
  keys: 'n',
  search: {
    words: {
      zh: ['跟进', '跟进备注'],
      en: ['answer ticket', 'note'],
      es: ['responder', 'nota'],
      vi: ['trả lời', 'ghi chú'],
      id: ['jawab', 'catatan'],
      ja: ['対応メモ', '返信'],
    },
  },
})

/** Make tickets urgent, for the unit above. */
export const escalate = command(tickets.escalate, {
  on: 'each',
  args: noted,
  confirm: true,
  search: { words: { zh: ['升级', '上报'], en: ['urgent', 'superior'], es: ['escalar'], ja: ['上申'] } },
})

/** Close tickets with what came of them. */
export const close = command(tickets.close, {
  on: 'each',
  args: { result: {} },
  keys: 'e',
  confirm: true,
  search: {
    words: {
      zh: ['结单', '办结'],
      en: ['resolve', 'finish ticket'],
      es: ['resolver'],
      vi: ['giải quyết'],
      id: ['selesaikan'],
      ja: ['完了', '解決'],
    },
  },
})

/** Open closed tickets again. */
export const reopen = command(tickets.reopen, {
  on: 'each',
  args: noted,
  confirm: true,
  search: { words: { zh: ['重开工单'], en: ['open again'], es: ['volver a abrir'], ja: ['再開'] } },
})

/** Ask for something about a case. */
export const openForCase = command(tickets.openForCase, {
  on: 'each',
  args: { kind: {}, title: {}, content: {}, priority: { first: () => 'normal', optional: true } },
  search: { words: { zh: ['贷后工单'], en: ['collection ticket'], vi: ['phiếu thu hồi'], id: ['tiket penagihan'] } },
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
