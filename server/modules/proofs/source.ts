import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Proof } from '#contract/proofs.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { caseHolderScopes } from '#server/modules/case-holder/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { statementLineRows } from '#server/modules/statements/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { writeOffRows } from '#server/modules/write-offs/store.ts'
import { proofImageRows, proofRows } from './store.ts'

const [maker, handler] = [alias(staffRows, 'maker'), alias(staffRows, 'handler')]

/** List source: pictures of transfers, with the order and the customer they are about. */
export const proofSource: Source<Proof> = {
  table: proofRows,
  from: sql`${proofRows} join ${loanRows} on ${loanRows.id} = ${proofRows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
    join ${staffRows} maker on maker.id = ${proofRows.makerId}
    left join ${staffRows} handler on handler.id = ${proofRows.handlerId}
    left join ${writeOffRows} on ${writeOffRows.id} = ${proofRows.writeOffId}`,
  columns: () => ({
    id: proofRows.id,
    version: proofRows.version,
    state: proofRows.state,
    loanId: proofRows.loanId,
    planId: proofRows.planId,
    name: customerRows.name,
    phone: customerRows.phone,
    amount: { minor: proofRows.amountMinor, currency: proofRows.currency },
    paidOn: proofRows.paidOn,
    channel: proofRows.channel,
    bankCode: proofRows.bankCode,
    utr: proofRows.utr,
    upi: proofRows.upi,
    images: sql`(select count(*)::int from ${proofImageRows} where ${proofImageRows.proofId} = ${proofRows.id})`,
    source: proofRows.source,
    maker: { id: proofRows.makerId, name: maker.name },
    submittedAt: proofRows.submittedAt,
    duplicateOf: proofRows.duplicateOf,
    matched: sql`exists (select 1 from ${statementLineRows} where ${statementLineRows.proofId} = ${proofRows.id})`,
    handler: { id: proofRows.handlerId, name: handler.name },
    handledAt: proofRows.handledAt,
    reason: proofRows.reason,
    writeOffId: proofRows.writeOffId,
    writeOffState: writeOffRows.state,
    loanState: loanRows.state,
  }),
  scope: {
    ...caseHolderScopes(loanRows),
    department: (actor: Actor) => inUnitsOf(actor, loanRows.departmentId),
    own: ({ id }: Actor) => sql`${proofRows.makerId} = ${id}`,
  },
}
