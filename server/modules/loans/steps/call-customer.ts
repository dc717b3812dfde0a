import { eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Loan, loan } from '#contract/loans/row.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { placeCall } from '#server/modules/calls/steps/place-call.ts'
import { loanSource } from '#server/modules/loans/source.ts'
import { loanRows } from '#server/modules/loans/store.ts'

const place = rowSource(loan, loanSource)

/** Has the customer of an order called. The number is answered once that stands in the record. Returns the line. */
export async function callCustomer(call: Call<never, Loan>): Promise<IdOf<'line'> | null> {
  const { tx, row, actor, app, afterCommit } = call
  const { id, customerId } = loanRows
  const [order] = await tx.select({ customerId }).from(loanRows).where(eq(id, row.id))
  const placed = await placeCall({ loanId: row.id, customerId: order!.customerId, way: 'phone' }, call)
  afterCommit(async () => ({
    ...(await findOne(app.database.db, place, row.id, { actor, scopes: ['all'], app })),
    ...placed,
  }))
  return placed.line?.id ?? null
}
