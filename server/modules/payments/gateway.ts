import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import type { GatewayAddress } from '#server/modules/payouts/steps.ts'
import { sendLinkMessage } from './send-link-message.ts'
import { paymentChannel } from './steps/links.ts'
import { paymentLinkRows } from './store.ts'

const timeoutMs = 5_000
const CreatedLink = z.object({ url: z.url({ protocol: /^https?$/ }).max(400) })

/**
 * Orders a payment link over HTTP: signed, and named by its id, under which the channel must not make two. Where it leads
 * is written down, and to the customer.
 * @throws Error where the channel cannot be reached, does not answer in time, or refuses.
 */
export const linkPort =
  (app: AppContext, address: () => GatewayAddress): Port =>
  async ({ key }) => {
    const {
      database: { db },
      secrets,
    } = app
    const id = key as (typeof paymentLinkRows.$inferSelect)['id'] // posted under its own id
    const [link] = await db.select().from(paymentLinkRows).where(eq(paymentLinkRows.id, id))
    if (link?.state !== 'open') return
    const { loanId, amountMinor, currency, expiresAt } = link
    const { url, callbackUrl } = address()
    const body = JSON.stringify({ linkId: id, loanId, amountMinor, currency, expiresAt, callbackUrl })
    const response = await fetch(`${url}/links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': secrets.sign(paymentChannel, body) },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`the gateway answered ${response.status}`)
    const made = CreatedLink.parse(await response.json())
    await db.transaction(async (tx) => {
      await setSessionVariables(tx, link.madeBy)
      const first = and(eq(paymentLinkRows.id, id), isNull(paymentLinkRows.url))
      const [told] = await tx.update(paymentLinkRows).set({ url: made.url }).where(first).returning()
      if (told) await sendLinkMessage(tx, told, app)
    })
  }

/** What the channel says of a payment when it is asked: what it would have called back with, or nothing yet. */
export async function queryChannel({ secrets }: AppContext, { url }: GatewayAddress, ref: string) {
  const response = await fetch(`${url}/payments/${encodeURIComponent(ref)}`, {
    headers: { 'x-signature': secrets.sign(paymentChannel, ref) },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`the gateway answered ${response.status}`)
  return (await response.json()) as { payload: string; signature: string } | { pending: true } // as the channel's page says
}
