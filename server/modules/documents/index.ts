import { documents } from '#contract/documents.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { record } from '#server/kernel/audit.ts'
import { FileAnswer } from '#server/kernel/file.ts'
import { type Call, implement } from '#server/kernel/implement.ts'
import { agreementOf } from './agreement.ts'
import type { Paper } from './paper.ts'
import { toPdf } from './pdf.ts'
import { type Hand, handOf, type Told, toldOf } from './source.ts'
import { statementOf } from './statement.ts'

type Asking = Call<'not_found'>
type Kind = 'statement' | 'contract'

const write = {
  statement: statementOf,
  contract: async (told, hand, call) => agreementOf(told, hand, call),
} as const satisfies Record<Kind, (told: Told, hand: Hand, call: Asking) => Promise<Paper>>

/** Leaves in the record that a paper about a customer has left the building, and whose hands it is in. */
const recorded = (kind: Kind, id: string, { actor, ground, ip, now, requestId }: Asking) =>
  record(ground.database.db, {
    ...{ at: now, actorId: actor.id, actorName: actor.name, unitPath: actor.unitPath, roles: [...actor.roles], ip },
    ...{ page: 'orders', command: documents[kind].id, risk: 'read', noun: 'loans', objectId: id },
    ...{ outcome: 'done' as const, requestId, durationMs: ground.clock.now().getTime() - now.getTime() },
  })

async function paper(kind: Kind, id: IdOf<'loan'>, call: Asking): Promise<FileAnswer> {
  const told = await toldOf(id, call)
  if (!told) return call.fail('not_found')
  const made = await write[kind](told, handOf(told.loan, call), call)
  await recorded(kind, id, call)
  return new FileAnswer(`${kind}-${id}.pdf`, 'application/pdf', await toPdf(made))
}

/** Papers for the customers of orders. */
export default implement(documents, {
  statement: ({ id }, call) => paper('statement', id, call) as never, // a file stands for the answer
  contract: ({ id }, call) => paper('contract', id, call) as never, // likewise
})
