import { eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Loan, loan } from '#contract/loans/row.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { placeCall } from '#server/modules/calls/steps/place-call.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { mustBeCallable } from '#server/modules/do-not-disturb/steps.ts'
import { loanSource } from '#server/modules/loans/source.ts'
import { loanRows } from '#server/modules/loans/store.ts'

const place = rowSource(loan, loanSource)

/**
 * Has the customer of an order called. The number is answered once that stands in the record. Returns the line.
 * @throws Refusal `do_not_disturb`, and as `placeCall`.
 */
export async function callCustomer(call: Call<never, Loan>): Promise<IdOf<'line'> | null> {
  const { tx, row, today, actor, app, afterCommit } = call
  const { id, phone } = customerRows
  const [customer] = await tx
    .select({ id, phone })
    .from(loanRows)
    .innerJoin(customerRows, eq(id, loanRows.customerId))
    .where(eq(loanRows.id, row.id))
  await mustBeCallable(tx, customer!, today, app) // an order has a customer
  const placed = await placeCall({ loanId: row.id, customerId: customer!.id, way: 'phone' }, call)
  afterCommit(async () => ({
    ...(await findOne(app.database.db, place, row.id, { actor, scopes: ['all'], app })),
    ...placed,
  }))
  return placed.line?.id ?? null
}
