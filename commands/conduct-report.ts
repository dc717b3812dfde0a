import { conductReport } from '#contract/conduct-report.ts'
import { local } from '#src/command/define.ts'

const words = {
  en: ['regulator', 'compliance report'],
  zh: ['合规报告', '监管报告'],
  es: ['regulador', 'cumplimiento'],
  vi: ['báo cáo tuân thủ'],
  id: ['laporan kepatuhan'],
  ja: ['コンプライアンス', '監督官庁'],
} as const

/** The report that is shown, or that of this month, as a table. */
export const csv = local('conductReport.csv', {
  requires: conductReport.csv.requires,
  search: { words },
  run: (_, { page }) => page('conductReport', 'saveCsv'),
})

/** The same on paper, for the regulator. */
export const pdf = local('conductReport.pdf', {
  requires: conductReport.pdf.requires,
  search: { words },
  run: (_, { page }) => page('conductReport', 'savePdf'),
})
