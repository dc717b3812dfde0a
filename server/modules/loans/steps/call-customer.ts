import type { IdOf } from '#contract/kernel/values.ts'
import { type Loan, loan } from '#contract/loans/row.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { mustHavePhone } from '#server/modules/customers/steps/customers.ts'
import { recordCall } from '#server/modules/lines/steps.ts'
import { loanSource } from '#server/modules/loans/source.ts'

const place = rowSource(loan, loanSource)

/** Has the customer of an order called. The number is answered once that stands in the record. Returns the line. */
export async function callCustomer(call: Call<never, Loan>): Promise<IdOf<'line'> | null> {
  const { tx, row, actor, app, afterCommit } = call
  const number = await mustHavePhone(tx, row.id, app.clock.country)
  const line = await recordCall({ loanId: row.id, way: 'phone' }, call)
  afterCommit(async () => ({
    ...(await findOne(app.database.db, place, row.id, { actor, scopes: ['all'], app })),
    ...{ number, line },
  }))
  return line?.id ?? null
}
