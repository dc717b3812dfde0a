import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { WriteOff } from '#contract/write-offs.ts'
import type { Actor } from '#server/kernel/permit.ts'
import type { Expression, Source } from '#server/kernel/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'
import { writeOffRows } from './store.ts'

const maker = alias(staffRows, 'maker')
const checker = alias(staffRows, 'checker')
const amount = (minor: Expression) => ({ minor, currency: writeOffRows.currency })
const byMakersUnit = (actor: Actor) => belowUnitOf(actor, writeOffRows.makerUnitPath)

/** Debts settled by hand. They belong to the unit of whoever asked. */
export const writeOffSource: Source<WriteOff> = {
  table: writeOffRows,
  from: sql`${writeOffRows} join ${loanRows} on ${loanRows.id} = ${writeOffRows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
    join ${staffRows} maker on maker.id = ${writeOffRows.makerId}
    left join ${staffRows} checker on checker.id = ${writeOffRows.checkerId}`,
  at: () => ({
    id: writeOffRows.id,
    version: writeOffRows.version,
    state: writeOffRows.state,
    type: writeOffRows.type,
    loanId: writeOffRows.loanId,
    name: customerRows.name,
    repayable: amount(writeOffRows.repayableMinor),
    extensionRepayable: amount(writeOffRows.extensionMinor),
    amount: amount(writeOffRows.amountMinor),
    loss: amount(writeOffRows.lossMinor),
    channel: writeOffRows.channel,
    bankCode: writeOffRows.bankCode,
    utr: writeOffRows.utr,
    upi: writeOffRows.upi,
    repaidOn: writeOffRows.repaidOn,
    reason: writeOffRows.reason,
    blacklist: writeOffRows.blacklist,
    maker: { id: writeOffRows.makerId, name: maker.name },
    requestedAt: writeOffRows.requestedAt,
    checker: { id: writeOffRows.checkerId, name: checker.name },
    auditedAt: writeOffRows.auditedAt,
    note: writeOffRows.note,
    effectiveAt: writeOffRows.effectiveAt,
    resultState: writeOffRows.resultState,
    childId: writeOffRows.childId,
    paymentId: writeOffRows.paymentId,
    sheet: writeOffRows.sheet,
    line: writeOffRows.line,
    loanState: loanRows.state,
  }),
  scope: {
    department: byMakersUnit,
    agency: byMakersUnit,
    group: byMakersUnit,
    own: ({ id }) => sql`${writeOffRows.makerId} = ${id}`,
  },
}
