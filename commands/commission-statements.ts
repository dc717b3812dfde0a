import { commissionStatement, commissionStatements } from '#contract/commission-statements.ts'
import { listPath } from '#contract/kernel/subject.ts'
import { act, command, local } from '#src/command/define.ts'

/** Draw up the statements of a month that is over. */
export const draw = act(commissionStatements.draw, {
  args: { month: { hint: 'commissionStatements.month.hint' } },
  page: 'commissionStatements',
  search: {
    words: {
      ...{ zh: ['佣金', '结算单'], en: ['commission', 'settle month'], es: ['liquidación'] },
      ...{ vi: ['bảng kê hoa hồng'], id: ['komisi'], ja: ['手数料'] },
    },
  },
})

/** Say that it is right: the first of two. */
export const confirm = command(commissionStatements.confirm, { on: 'each', keys: 'C', confirm: true })

/** Say that it is right as well, and close it. */
export const close = command(commissionStatements.close, {
  on: 'each',
  keys: 'A',
  confirm: true,
  warns: 'commissionStatements.close.warning',
})

/** Say what is wrong with it. */
export const sendBack = command(commissionStatements.sendBack, {
  on: 'each',
  args: { note: {} },
  keys: 'X',
  confirm: true,
})

/** One with its lines, on paper (PDF). */
export const paper = local('commissionStatements.paper', {
  subject: commissionStatement,
  requires: commissionStatements.paper.requires,
  search: { words: { en: ['pdf', 'print'], zh: ['打印'] } },
  run: ({ id }, { save }) => save(commissionStatements.paper, { id }),
})

/** What was recovered, row by row. */
export const openRecoveries = local('commissionStatements.openRecoveries', {
  subject: commissionStatement,
  run: ({ id }, { go }) => go(listPath('recoveries', `statementId:${id}`)),
})

/** What of it is in dispute, row by row; of a statement that is closed, what was then. */
export const openDisputes = local('commissionStatements.openDisputes', {
  subject: commissionStatement,
  run: ({ id, state }, { go }) =>
    go(listPath('recoveries', `statementId:${id} ${state === 'closed' ? 'is:isOpenAtClosing' : 'state:disputed'}`)),
})
