import { Readable } from 'node:stream'
import { conductReport } from '#contract/conduct-report.ts'
import { fileName } from '#contract/kernel/format.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { toPdf } from '#server/modules/documents/steps/pdf.ts'
import { recordDownload } from '#server/modules/documents/steps/record-download.ts'
import { houseName } from '#server/modules/units/steps.ts'
import { reportOf } from './count.ts'
import { paperOf } from './paper.ts'
import { csvOf } from './table.ts'

/** What a report of some days is called as a file. */
const nameOf = ({ from, to }: { readonly from: string; readonly to: string }, format: 'csv' | 'pdf', { t }: Context) =>
  fileName(t('menu.conductReport'), `${from} ${to}`, format)

/** Leaves in the record that a report has left the building. */
const record = (format: 'csv' | 'pdf', call: Context) =>
  recordDownload({ page: 'conductReport', command: conductReport[format].id, noun: 'conductReport' }, call)

/** Handlers of `conductReport`: how agencies have turned to customers. */
export default implement(conductReport, {
  read: (asked, call) => reportOf(asked, conductReport.read, call),

  async csv(asked, call) {
    const report = await reportOf(asked, conductReport.csv, call)
    await record('csv', call)
    const file = new FileResponse(
      nameOf(asked, 'csv', call),
      'text/csv; charset=utf-8',
      Readable.from(csvOf(report, call)),
    )
    return file as never // a file stands for the answer
  },

  async pdf(asked, call) {
    const report = await reportOf(asked, conductReport.pdf, call)
    const paper = paperOf(report, await houseName(call.tx, call.t), call)
    await record('pdf', call)
    return new FileResponse(nameOf(asked, 'pdf', call), 'application/pdf', await toPdf(paper)) as never // likewise
  },
})
