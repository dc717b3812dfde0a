import { type Loan, loan } from '#contract/loans/row.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { mustHavePhone } from '#server/modules/customers/steps.ts'
import { loanSource } from '#server/modules/loans/source.ts'

const place = rowSource(loan, loanSource)

/** Has the customer of an order called. The number is answered once that stands in the record. */
export async function callCustomer({ tx, row, actor, app, afterCommit }: Call<never, Loan>): Promise<void> {
  const number = await mustHavePhone(tx, row.id, app.clock.country)
  afterCommit(async () => ({
    ...(await findOne(app.database.db, place, row.id, { actor, scopes: ['all'], app })),
    number,
  }))
}
