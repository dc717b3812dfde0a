import { listPath } from '#contract/kernel/subject.ts'
import { settlementReport, settlementReports } from '#contract/settlement-reports.ts'
import { local } from '#src/command/define.ts'

/** The sheet that a settlement is entered by. */
export const template = local('settlementReports.template', {
  requires: settlementReports.template.requires,
  page: 'settlementReports',
  search: { words: { en: ['settlement template'], zh: ['结算模板'] } },
  run: (_, { save }) => save(settlementReports.template, {}),
})

/** A file of a gateway, or a filled sheet. */
export const openImport = local('settlementReports.openImport', {
  requires: settlementReports.importFile.requires,
  page: 'settlementReports',
  search: { words: { en: ['import settlement', 'reconcile gateway'], zh: ['导入结算', '通道对账'] } },
  run: (_, { go }) => go('/settlement-reports/upload'),
})

/** Everything that stands in a file. */
export const openItems = local('settlementReports.openItems', {
  subject: settlementReport,
  run: ({ id }, { go }) => go(listPath('settlementItems', `reportId:${id}`)),
})

/** What of a file nobody has explained. */
export const openLeft = local('settlementReports.openLeft', {
  subject: settlementReport,
  run: ({ id }, { go }) => go(listPath('settlementItems', `reportId:${id} state:open`)),
})
