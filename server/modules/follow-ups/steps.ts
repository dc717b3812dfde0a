import { and, eq } from 'drizzle-orm'
import { type ContactWay, isUsable } from '#contract/follow-up-rules.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { phoneMark } from '#server/modules/do-not-disturb/steps.ts'
import { followUpRows, numberMarkRows } from './store.ts'

/** Somebody who is to be reached, by a number in full. */
interface Reaching {
  readonly customerId: IdOf<'customer'>
  readonly phone: string
  readonly way: ContactWay
}

/** Nobody is reached by a number that was found to be somebody else's, or nobody's. @throws Refusal `number_marked`. */
export async function mustNotBeMarked(
  tx: Db,
  { customerId, phone, way }: Reaching,
  app: Pick<AppContext, 'clock' | 'secrets'>,
): Promise<void> {
  const theirs = and(eq(numberMarkRows.customerId, customerId), eq(numberMarkRows.phoneMark, phoneMark(phone, app)))
  const [found] = await tx.select({ mark: numberMarkRows.mark }).from(numberMarkRows).where(theirs)
  if (found && !isUsable(found.mark, way))
    throw new Refusal('number_marked', { mark: { vocabulary: 'followUps.mark', value: found.mark } })
}

/** Erases by which numbers somebody was contacted, and what was remarked; that they were, and what came of it, stays. */
export async function eraseFollowUps(tx: Db, customerId: IdOf<'customer'>): Promise<void> {
  await tx
    .update(followUpRows)
    .set({ phoneTail: '', phoneMark: '', remark: '–' })
    .where(eq(followUpRows.customerId, customerId))
  await tx.delete(numberMarkRows).where(eq(numberMarkRows.customerId, customerId))
}
