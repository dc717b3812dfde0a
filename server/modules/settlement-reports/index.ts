import { settlementReport, settlementReports } from '#contract/settlement-reports.ts'
import { templateFile } from '#server/kernel/call/csv-template.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { gatewaysOf } from './gateways.ts'
import { importReport } from './import.ts'
import { settlementSheet } from './sheet.ts'
import { settlementReportSource } from './source.ts'

/** Handlers of `settlementReports`: what gateways tell of what they have settled. */
export default implement(
  settlementReports,
  {
    list: settlementReportSource,
    gateways: async (_, { tx }) => ({ gateways: await gatewaysOf(tx) }),
    template: async () => templateFile(settlementSheet) as never, // a file stands for the answer
    importFile: (asked, call) => importReport(asked, call.uploads!.files.file!, call), // the kernel refuses a call without it
  },
  [rowSource(settlementReport, settlementReportSource)],
)
