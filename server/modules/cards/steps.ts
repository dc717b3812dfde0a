import { and, desc, eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/database.ts'
import { cardRows } from './store.ts'

/** The card that money for a customer is paid out to now; none where none is bound. */
export async function boundCard(tx: Db, customerId: IdOf<'customer'>): Promise<IdOf<'card'> | null> {
  const bound = and(eq(cardRows.customerId, customerId), eq(cardRows.state, 'bound'))
  const [card] = await tx
    .select({ id: cardRows.id })
    .from(cardRows)
    .where(bound)
    .orderBy(desc(cardRows.boundAt))
    .limit(1)
  return card?.id ?? null
}
