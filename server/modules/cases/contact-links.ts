import { eq } from 'drizzle-orm'
import { type Case, collectionCase } from '#contract/cases.ts'
import type { CallWay } from '#contract/lines.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { mustHavePhone } from '#server/modules/customers/steps/customers.ts'
import { mustNotBeMarked } from '#server/modules/follow-ups/steps.ts'
import { recordCall } from '#server/modules/lines/steps.ts'
import { caseSource } from './source.ts'
import { caseRows } from './store.ts'

const place = rowSource(collectionCase, caseSource)

/** Notes that the customer of a case is being reached. The number is answered once that stands in the record. */
export async function contact(way: CallWay, call: Call<never, Case>): Promise<void> {
  const { tx, row, now, actor, app, afterCommit } = call
  const number = await mustHavePhone(tx, row.loanId, app.clock.country)
  await mustNotBeMarked(tx, { customerId: row.customerId, phone: number, way }, app)
  await tx.update(caseRows).set({ lastContactAt: now }).where(eq(caseRows.id, row.id))
  const line = await recordCall({ loanId: row.loanId, way }, call)
  afterCommit(async () => ({
    ...(await findOne(app.database.db, place, row.id, { actor, scopes: ['all'], app })),
    ...{ number, line },
  }))
}
