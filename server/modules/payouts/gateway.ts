import { eq } from 'drizzle-orm'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { type GatewayAddress, payoutChannel } from './steps.ts'
import { payoutRows } from './store.ts'

const timeoutMs = 5_000

/**
 * Orders pay-outs over HTTP: signed, and named by the pay-out's id, which the channel must not pay twice.
 * @throws Error where the channel cannot be reached, does not answer in time, or refuses the order.
 */
export const payoutPort =
  ({ database: { db }, secrets }: AppContext, address: () => GatewayAddress): Port =>
  async ({ key }) => {
    const [order] = await db
      .select()
      .from(payoutRows)
      .innerJoin(cardRows, eq(cardRows.id, payoutRows.cardId))
      .where(eq(payoutRows.id, key as (typeof payoutRows.$inferSelect)['id'])) // posted under its own id
    if (order?.payouts.state !== 'paying') return
    const { payouts: payout, cards: card } = order
    const { url, callbackUrl } = address()
    const body = JSON.stringify({
      payoutId: payout.id,
      amountMinor: payout.amountMinor,
      currency: payout.currency,
      holder: card.holder,
      account: secrets.decrypt(card.account),
      ifsc: card.ifsc,
      callbackUrl,
    })
    const response = await fetch(`${url}/payouts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': secrets.sign(payoutChannel, body) },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`the gateway answered ${response.status}`)
  }

/** What the channel says of a pay-out when it is asked: what it would have called back with, or nothing yet. */
export async function queryGateway({ secrets }: AppContext, { url }: GatewayAddress, payoutId: string) {
  const response = await fetch(`${url}/payouts/${encodeURIComponent(payoutId)}`, {
    headers: { 'x-signature': secrets.sign(payoutChannel, payoutId) },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`the gateway answered ${response.status}`)
  return (await response.json()) as { payload: string; signature: string } | { pending: true } // as the channel's page says
}
