import { and, eq } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { nextContactAt } from '#contract/kernel/contact-hours.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import type { ContactFailure } from '#server/modules/calls/steps/contact-failures.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { providerFor } from '#server/modules/gateways/steps.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { callProvider, mustBeOk } from '#server/modules/provider-configs/steps.ts'
import { addressOf } from './steps/route.ts'
import { announceLoan, messageChannel } from './steps/write-message.ts'
import type { StoredMessage } from './store.ts'
import { messageRows } from './store.ts'
import { isStillDue } from './suppression.ts'

/** What nobody has taken for so long is of no use any more. */
export const staleMs = 4 * 3_600_000
/** What is told of it then. */
export const unreachable = 'notInTime' satisfies ContactFailure

/** Offers a message of an app to a provider of its channel: signed, and named by its id, under which it must not be sent twice. */
async function sendToChannel(
  { id, channel, subject, text }: StoredMessage,
  { to, of }: { readonly to: string; readonly of: string },
  app: AppContext,
): Promise<Partial<StoredMessage>> {
  const target = await providerFor({ kind: channel, app: of, key: id }, app)
  const { configId } = target
  const body = JSON.stringify({ messageId: id, channel, to, ...(subject !== null && { subject }), text })
  const taken = async (response: Response): Promise<Partial<StoredMessage>> => {
    if (response.status === 422)
      return { state: 'failed', failure: 'numberNotReached' satisfies ContactFailure, configId }
    await mustBeOk(response)
    return { state: 'sent', sentAt: app.clock.now(), configId }
  }
  return callProvider(target, { path: '/messages', sender: messageChannel, body }, taken, app)
}

/**
 * Sends messages over HTTP. One that is late waits for the next hours in which customers are written to, or is given up;
 * what is not to be said any more is not sent.
 * @throws Error where the channel cannot be reached, does not answer in time, or is out of order.
 */
export const messagePort =
  (app: AppContext): Port =>
  async ({ body }) => {
    const { db } = app.database
    const id = body.messageId as StoredMessage['id'] // as `hand` has posted it
    const queued = and(eq(messageRows.id, id), eq(messageRows.state, 'queued'))
    const [row] = await db
      .select()
      .from(messageRows)
      .innerJoin(customerRows, eq(customerRows.id, messageRows.customerId))
      .leftJoin(loanRows, eq(loanRows.id, messageRows.loanId))
      .where(queued)
    if (!row) return
    const { messages: message, customers: customer, loans: loan } = row
    const end = async (ended: Partial<StoredMessage>) => {
      await db.update(messageRows).set(ended).where(queued)
      if (message.loanId) await announceLoan(db, message.loanId)
    }
    const now = app.clock.now()
    const sendAt = nextContactAt(toInstant(now), app.clock.country, await app.quietDays(db))
    if (sendAt > now) return end({ state: 'scheduled', sendAt })
    const age = now.getTime() - message.sendAt.getTime()
    if (age > staleMs) return end({ state: 'failed', failure: unreachable })
    // what a rule forbids by now, or nobody needs any more, goes back to whoever decides and writes down why
    const isDue = await isStillDue(message, { tx: db, app, now, loan }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return false
    })
    if (!isDue) return end({ state: 'scheduled', sendAt: now })
    const to = addressOf(customer, message.channel, app)
    if (to === null) return end({ state: 'failed', failure: 'numberGone' satisfies ContactFailure })
    await end(await sendToChannel(message, { to, of: loan?.app ?? customer.app }, app))
  }
