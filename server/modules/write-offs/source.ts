import { sql } from 'drizzle-orm'
import type { WriteOff } from '#contract/write-offs.ts'
import type { Expression } from '#server/kernel/listing/column-mapping.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { fourEyes } from '#server/modules/four-eyes/source.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { proofRows } from '#server/modules/proofs/store.ts'
import { writeOffRows } from './store.ts'

const people = fourEyes(writeOffRows)
const amount = (minor: Expression) => ({ minor, currency: writeOffRows.currency })

/** List source: debts settled by hand. They belong to the unit of whoever asked. */
export const writeOffSource: Source<WriteOff> = {
  table: writeOffRows,
  from: sql`${writeOffRows} join ${loanRows} on ${loanRows.id} = ${writeOffRows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
    ${people.joined}`,
  columns: () => ({
    id: writeOffRows.id,
    version: writeOffRows.version,
    state: writeOffRows.state,
    type: writeOffRows.type,
    loanId: writeOffRows.loanId,
    name: customerRows.name,
    phone: customerRows.phone,
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
    ...people.mappings,
    auditedAt: writeOffRows.auditedAt,
    effectiveAt: writeOffRows.effectiveAt,
    resultState: writeOffRows.resultState,
    childId: writeOffRows.childId,
    paymentId: writeOffRows.paymentId,
    proofId: sql`(select min(p.id) from ${proofRows} p where p.write_off_id = ${writeOffRows.id})`,
    sheet: writeOffRows.sheet,
    line: writeOffRows.line,
    loanState: loanRows.state,
  }),
  scope: people.scope,
}
