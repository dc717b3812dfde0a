import { and, eq } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { nextContactAt } from '#contract/kernel/contact-hours.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { toE164 } from '#server/modules/customers/steps.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import type { GatewayAddress } from '#server/modules/payouts/steps.ts'
import { announceLoan, messageChannel } from './steps/write-message.ts'
import type { StoredMessage } from './store.ts'
import { messageRows } from './store.ts'

const timeoutMs = 5_000
/** What nobody has taken for so long is of no use any more. */
const staleMs = 4 * 3_600_000

/** Offers a message to the channel: signed, and named by its id, under which it must not be sent twice. */
async function sendToChannel(
  { id, channel, text }: StoredMessage,
  phone: string,
  { secrets, clock }: AppContext,
  { url }: GatewayAddress,
): Promise<Partial<StoredMessage>> {
  const body = JSON.stringify({ messageId: id, channel, to: toE164(phone, clock.country), text })
  const response = await fetch(`${url}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': secrets.sign(messageChannel, body) },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.ok) return { state: 'sent', sentAt: clock.now() }
  if (response.status === 422) return { state: 'failed', failure: 'the channel does not reach this number' }
  throw new Error(`the gateway answered ${response.status}`)
}

/**
 * Sends messages over HTTP. One that is late waits for the next hours in which customers are written to, or is given up.
 * @throws Error where the channel cannot be reached, does not answer in time, or is out of order.
 */
export const messagePort =
  (app: AppContext, address: () => GatewayAddress): Port =>
  async ({ body }) => {
    const { db } = app.database
    const id = body.messageId as StoredMessage['id'] // as `hand` has posted it
    const queued = and(eq(messageRows.id, id), eq(messageRows.state, 'queued'))
    const [row] = await db
      .select()
      .from(messageRows)
      .innerJoin(customerRows, eq(customerRows.id, messageRows.customerId))
      .where(queued)
    if (!row) return
    const { messages: message, customers: customer } = row
    const end = async (ended: Partial<StoredMessage>) => {
      await db.update(messageRows).set(ended).where(queued)
      await announceLoan(db, message.loanId)
    }
    const now = app.clock.now()
    const sendAt = nextContactAt(toInstant(now), app.clock.country)
    if (sendAt > now) return end({ state: 'scheduled', sendAt })
    const age = now.getTime() - message.sendAt.getTime()
    if (age > staleMs) return end({ state: 'failed', failure: 'the channel could not be reached in time' })
    if (!customer.phone) return end({ state: 'failed', failure: 'there is no number any more' })
    await end(await sendToChannel(message, customer.phone, app, address()))
  }
