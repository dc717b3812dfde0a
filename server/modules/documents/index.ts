import { documents } from '#contract/documents.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { record } from '#server/kernel/base/audit.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { agreementOf } from './agreement.ts'
import { type DocumentData, documentDataOf, type Formatters, formattersFor } from './data.ts'
import type { CustomerDocument } from './document.ts'
import { toPdf } from './pdf.ts'
import { statementOf } from './statement.ts'

type DocumentCall = Call<'not_found'>
type Kind = 'statement' | 'contract'

const write = {
  statement: statementOf,
  contract: async (told, hand, call) => agreementOf(told, hand, call),
} as const satisfies Record<
  Kind,
  (told: DocumentData, hand: Formatters, call: DocumentCall) => Promise<CustomerDocument>
>

/** Leaves in the record that a paper about a customer has left the building, and whose hands it is in. */
const recordDownload = (kind: Kind, id: string, { actor, app, ip, now, requestId }: DocumentCall) =>
  record(app.database.db, {
    ...{ at: now, actorId: actor.id, actorName: actor.name, unitPath: actor.unitPath, roles: [...actor.roles], ip },
    ...{ page: 'orders', command: documents[kind].id, risk: 'read', noun: 'loans', objectId: id },
    ...{ outcome: 'done' as const, requestId, durationMs: app.clock.now().getTime() - now.getTime() },
  })

async function documentFile(kind: Kind, id: IdOf<'loan'>, call: DocumentCall): Promise<FileResponse> {
  const told = await documentDataOf(id, call)
  if (!told) return call.fail('not_found')
  const made = await write[kind](told, formattersFor(told.loan, call), call)
  await recordDownload(kind, id, call)
  return new FileResponse(`${kind}-${id}.pdf`, 'application/pdf', await toPdf(made))
}

/** Handlers of `documents`: papers for the customers of orders. */
export default implement(documents, {
  statement: ({ id }, call) => documentFile('statement', id, call) as never, // a file stands for the answer
  contract: ({ id }, call) => documentFile('contract', id, call) as never, // likewise
})
