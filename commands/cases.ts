import { caseWorkspace } from '#contract/case-workspace.ts'
import { cases, collectionCase } from '#contract/cases.ts'
import { listPath, recordPath } from '#contract/kernel/subject.ts'
import { loan } from '#contract/loans/row.ts'
import { command, local } from '#src/command/define.ts'

/** Take cases out of collection for good. */
export const end = command(cases.end, {
  on: 'each',
  args: { reason: {} },
  keys: 'e',
  confirm: true,
  search: {
    words: {
      zh: ['结束催收', '撤案'],
      en: ['close case'],
      es: ['finalizar caso'],
      vi: ['đóng hồ sơ'],
      id: ['akhiri kasus'],
      ja: ['督促終了'],
    },
    codes: ['ec'],
  },
})

/** Give cases to another collector, whoever has them. */
export const transfer = command(cases.transfer, {
  on: 'each',
  args: { to: {}, reason: { optional: true } },
  fill: { kind: 'selected' },
  keys: 't',
  confirm: true,
  search: {
    words: {
      zh: ['转案', '移交', '改派'],
      en: ['reassign', 'hand over'],
      es: ['reasignar'],
      vi: ['giao hồ sơ'],
      id: ['serahkan kasus'],
      ja: ['担当変更'],
    },
  },
})

/** Give cases to several collectors in turn. */
export const shareOut = command(cases.shareOut, {
  on: 'each',
  args: { to: {}, others: { hint: 'cases.others.hint' }, reason: { optional: true } },
  fill: { kind: 'selected' },
  confirm: true,
  search: {
    words: {
      zh: ['平均分案', '轮流分案'],
      en: ['split cases', 'in turn', 'round robin'],
      es: ['dividir casos'],
      vi: ['chia đều'],
      id: ['bagi rata'],
      ja: ['均等に配る'],
    },
  },
})

/** Take cases from their collectors, to be allocated anew. */
export const recall = command(cases.recall, {
  on: 'each',
  args: { reason: { optional: true } },
  confirm: true,
  search: {
    words: {
      zh: ['回收案件', '退回案池'],
      en: ['back to the pool', 'take back'],
      es: ['devolver caso'],
      vi: ['lấy lại hồ sơ'],
      id: ['ambil kembali kasus'],
      ja: ['回収', '未割当に戻す'],
    },
  },
})

/** Open closed cases again, in their stage. */
export const reopen = command(cases.reopen, {
  on: 'each',
  confirm: true,
  search: {
    words: {
      zh: ['重开案件', '恢复催收'],
      en: ['open again', 'restore case'],
      es: ['volver a abrir'],
      vi: ['khôi phục hồ sơ'],
      id: ['pulihkan kasus'],
      ja: ['案件を戻す'],
    },
  },
})

/** Call the customer, by the phone of this machine. */
export const call = command(cases.call, {
  on: 'one',
  keys: 'b',
  confirm: true,
  after: ({ number }, { openExternal }) => number && openExternal(`tel:${number}`),
  search: {
    words: {
      zh: ['联系客户', '外呼'],
      en: ['phone', 'dial', 'contact'],
      es: ['telefonear', 'contactar'],
      vi: ['điện thoại', 'liên hệ'],
      id: ['hubungi'],
      ja: ['連絡'],
    },
  },
})

/** Write to the customer, in WhatsApp. */
export const whatsApp = command(cases.whatsApp, {
  on: 'one',
  keys: 'w',
  confirm: true,
  after: ({ number }, { openExternal }) => number && openExternal(`https://wa.me/${number.slice(1)}`),
  search: { words: { zh: ['发消息'], en: ['write', 'message', 'contact'] } },
})

/** Go to the next of one's own cases, and begin. */
export const openNext = local('cases.openNext', {
  requires: caseWorkspace.next.requires,
  page: 'openCases',
  keys: 'g K',
  search: { words: { en: ['work queue', 'start collecting'], zh: ['开始催收', '下一案件'] } },
  run: (_, { go }) => go('/detail2'),
})

/** A case with everything that it is worked with. */
export const openDetail = local('cases.openDetail', {
  subject: collectionCase,
  run: ({ id }, { go }) => go(recordPath(collectionCase, id)),
})

/** The order a case is about. */
export const openLoan = local('cases.openLoan', {
  subject: collectionCase,
  run: ({ loanId }, { go }) => go(recordPath(loan, loanId)),
})

/** What was found of how people and robots spoke about a case. */
export const openChecks = local('cases.openChecks', {
  subject: collectionCase,
  requires: 'conductChecks',
  keys: 'Q',
  run: ({ id }, { go }) => go(listPath('conductChecks', `caseId:${id}`)),
})
