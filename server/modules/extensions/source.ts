import { sql } from 'drizzle-orm'
import type { Extension } from '#contract/extensions.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { type Expression, noneOf, type ReadContext } from '#server/kernel/listing/column-mapping.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { caseHolderScopes } from '#server/modules/case-holder/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'
import { extensionRows } from './store.ts'

const amount = (minor: Expression) => ({ minor, currency: extensionRows.currency })

/** An offer is good on its day only. */
const stateOn = ({ day }: ReadContext) => {
  const over = sql`${extensionRows.validUntil} < ${day}::date`
  const good = (state: string) => sql`(${extensionRows.state} = ${state} and ${noneOf(over)})`
  return {
    caseWhen: [
      ['done', sql`${extensionRows.state} = 'done'`],
      ['expired', sql`(${extensionRows.state} = 'expired' or (${extensionRows.state} <> 'done' and ${over}))`],
      ['quoted', good('quoted')],
      ['paying', good('paying')],
    ] as const,
  }
}

/** List source: due dates that were put off, or offered to be. */
export const extensionSource: Source<Extension> = {
  table: extensionRows,
  from: sql`${extensionRows} join ${loanRows} on ${loanRows.id} = ${extensionRows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
    join ${staffRows} on ${staffRows.id} = ${extensionRows.makerId}`,
  columns: (readContext) => ({
    id: extensionRows.id,
    version: extensionRows.version,
    state: stateOn(readContext),
    loanId: extensionRows.loanId,
    childId: extensionRows.childId,
    name: customerRows.name,
    phone: customerRows.phone,
    times: sql`(${extensionRows.times} || '/' || ${extensionRows.timesMax})`,
    oldDue: extensionRows.oldDue,
    newDue: extensionRows.newDue,
    days: extensionRows.days,
    penalty: amount(extensionRows.penaltyMinor),
    fee: amount(extensionRows.feeMinor),
    interest: amount(extensionRows.interestMinor),
    extensionFee: amount(extensionRows.extensionFeeMinor),
    commission: amount(extensionRows.commissionMinor),
    total: amount(extensionRows.totalMinor),
    source: extensionRows.source,
    maker: { id: extensionRows.makerId, name: staffRows.name },
    quotedAt: extensionRows.quotedAt,
    validUntil: extensionRows.validUntil,
    paidAt: extensionRows.paidAt,
    paymentId: extensionRows.paymentId,
    loanState: loanRows.state,
  }),
  scope: {
    ...caseHolderScopes(extensionRows),
    department: (actor: Actor) => belowUnitOf(actor, extensionRows.makerUnitPath),
    own: ({ id }: Actor) => sql`${extensionRows.makerId} = ${id}`,
  },
}
