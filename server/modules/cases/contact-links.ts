import { eq } from 'drizzle-orm'
import { type Case, collectionCase } from '#contract/cases.ts'
import { contactWayOf } from '#contract/follow-up-rules.ts'
import type { CallWay } from '#contract/lines.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { placeCall } from '#server/modules/calls/steps/place-call.ts'
import { mustBeContactable } from '#server/modules/contact-rules/steps/permission.ts'
import { mustHavePhone } from '#server/modules/customers/steps/customers.ts'
import { mustNotBeMarked } from '#server/modules/follow-ups/steps.ts'
import { caseSource } from './source.ts'
import { caseRows } from './store.ts'

const place = rowSource(collectionCase, caseSource)

/** Reaches the customer of a case, where the rules allow it. The number is answered once that stands in the record. */
export async function contact(way: CallWay, call: Call<never, Case>): Promise<void> {
  const { tx, row, now, actor, app, afterCommit } = call
  const { loanId, customerId } = row
  const phone = await mustHavePhone(tx, loanId, app.clock.country)
  await mustNotBeMarked(tx, { customerId, phone, way }, app)
  await mustBeContactable(tx, { customerId, loanId, way: contactWayOf[way] }, call)
  const placed = await placeCall({ loanId, customerId, caseId: row.id, way }, call)
  await tx.update(caseRows).set({ lastContactAt: now }).where(eq(caseRows.id, row.id))
  afterCommit(async () => ({
    ...(await findOne(app.database.db, place, row.id, { actor, scopes: ['all'], app })),
    ...placed,
  }))
}
