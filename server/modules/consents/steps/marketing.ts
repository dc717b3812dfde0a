import { and, eq, ne } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { consentRows } from '../store.ts'

/**
 * Marketing consent: whoever has withdrawn it is made no offers until they give it again. Nobody is asked for one that
 * was never recorded: customers of before are written to as they were. @throws Refusal `consent_withdrawn`.
 */
export async function mustAcceptMarketing(tx: Db, customerId: IdOf<'customer'>): Promise<void> {
  const theirs = and(eq(consentRows.customerId, customerId), eq(consentRows.document, 'marketing'))
  const rows = await tx
    .select({ state: consentRows.state })
    .from(consentRows)
    .where(and(theirs, ne(consentRows.state, 'replaced')))
  const isGiven = rows.some(({ state }) => state === 'given')
  if (rows.length > 0 && !isGiven) throw new Refusal('consent_withdrawn')
}
