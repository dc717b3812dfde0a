import { documents } from '#contract/documents.ts'
import { fileName } from '#contract/kernel/format.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { agreementOf } from './agreement.ts'
import { type DocumentData, documentDataOf, type Formatters, formattersFor } from './data.ts'
import { statementOf } from './statement.ts'
import type { CustomerDocument } from './steps/document.ts'
import { toPdf } from './steps/pdf.ts'
import { recordDownload } from './steps/record-download.ts'

type DocumentCall = Call<'not_found'>
type Kind = 'statement' | 'contract'

const write = {
  statement: statementOf,
  contract: async (told, hand, call) => agreementOf(told, hand, call),
} as const satisfies Record<
  Kind,
  (told: DocumentData, hand: Formatters, call: DocumentCall) => Promise<CustomerDocument>
>

async function documentFile(kind: Kind, id: IdOf<'loan'>, call: DocumentCall): Promise<FileResponse> {
  const told = await documentDataOf(id, call)
  if (!told) return call.fail('not_found')
  const made = await write[kind](told, formattersFor(told.loan, call), call)
  const about = { page: 'orders', command: documents[kind].id, noun: 'loans', objectId: id }
  await recordDownload(about, call)
  return new FileResponse(fileName(call.t(`documents.title.${kind}`), id, 'pdf'), 'application/pdf', await toPdf(made))
}

/** Handlers of `documents`: papers for the customers of orders. */
export default implement(documents, {
  statement: ({ id }, call) => documentFile('statement', id, call) as never, // a file stands for the answer
  contract: ({ id }, call) => documentFile('contract', id, call) as never, // likewise
})
