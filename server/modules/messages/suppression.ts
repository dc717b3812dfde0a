import { eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { loanFlow } from '#contract/loans/flow.ts'
import { occasions } from '#contract/message-occasions.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { mustNotBeOnHold } from '#server/modules/contact-rules/steps/permission.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { paymentLinkRows } from '#server/modules/payments/store.ts'
import { openOrderOf } from './actions.ts'
import { type MessageApp, routeOfWaiting } from './steps/route.ts'
import { customerOf } from './steps/write-message.ts'
import type { StoredMessage } from './store.ts'

/** The order that a message is about, and when it is asked whether it is to leave. */
interface Leaving {
  readonly tx: Db
  readonly app: MessageApp
  readonly now: Date
  readonly loan: StoredLoan | null
}

const linkIsGood = async (tx: Db, id: IdOf<'paymentLink'>): Promise<boolean> => {
  const [link] = await tx
    .select({ state: paymentLinkRows.state })
    .from(paymentLinkRows)
    .where(eq(paymentLinkRows.id, id))
  return link?.state === 'open'
}

/**
 * Whether there is still a point in a message that was written before: much may have happened since.
 * @throws Refusal as `routeOfWaiting`; of a reminder `case_on_hold`.
 */
export async function isStillDue(message: StoredMessage, { tx, app, now, loan }: Leaving): Promise<boolean> {
  const { customerId, linkId, reminds, template } = message
  const customer = await customerOf(tx, customerId)
  await routeOfWaiting(tx, customer, message, { app, now })
  if (occasions[template].purpose === 'marketing') {
    const { blacklisted, state, limitMinor } = customer
    const isOffered = !blacklisted && state === 'enabled' && limitMinor !== null
    return isOffered && (await openOrderOf(tx, customerId)) === undefined
  }
  if (linkId) return linkIsGood(tx, linkId)
  if (!reminds || !loan) return true
  if (!loanFlow.can('remind')(loan).ok) return false
  await mustNotBeOnHold(tx, { customerId, loanId: loan.id, way: 'message' }, { app, now })
  return true
}
