import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { providerFor, providerOf } from '#server/modules/gateways/steps.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { callProvider, jsonOf, mustBeOk, signedAnswerOf } from '#server/modules/provider-configs/steps.ts'
import { sendLinkMessage } from './send-link-message.ts'
import { paymentChannel } from './steps/links.ts'
import { paymentLinkRows, type StoredPayment } from './store.ts'

const CreatedLink = z.object({ url: z.url({ protocol: /^https?$/ }).max(400) })

/**
 * Orders a payment link over HTTP: signed, and named by its id, under which the channel must not make two. Where it leads
 * is written down, and to the customer.
 * @throws Error where the channel cannot be reached, does not answer in time, or refuses.
 */
export const linkPort =
  (app: AppContext): Port =>
  async ({ key }) => {
    const { db } = app.database
    const id = key as (typeof paymentLinkRows.$inferSelect)['id'] // posted under its own id
    const [found] = await db
      .select({ link: paymentLinkRows, loanApp: loanRows.app })
      .from(paymentLinkRows)
      .innerJoin(loanRows, eq(loanRows.id, paymentLinkRows.loanId))
      .where(eq(paymentLinkRows.id, id))
    if (found?.link.state !== 'open') return
    const { loanId, amountMinor, currency, expiresAt } = found.link
    const target = await providerFor({ kind: 'collection', app: found.loanApp, key: id }, app)
    const { callbackUrl, configId } = target
    const body = JSON.stringify({ linkId: id, loanId, amountMinor, currency, expiresAt, callbackUrl })
    const taken = async (response: Response) => {
      await mustBeOk(response)
      return CreatedLink.parse(await jsonOf(response))
    }
    const made = await callProvider(target, { path: '/links', sender: paymentChannel, body }, taken, app)
    await db.transaction(async (tx) => {
      await setSessionVariables(tx, found.link.madeBy)
      const first = and(eq(paymentLinkRows.id, id), isNull(paymentLinkRows.url))
      const [told] = await tx.update(paymentLinkRows).set({ url: made.url, configId }).where(first).returning()
      if (told) await sendLinkMessage(tx, told, app)
    })
  }

/** The provider that a payment is asked of, or told by: whoever has made its link. */
async function providerOfLink(linkId: string | null, app: AppContext, db: Db) {
  const [link] = await db
    .select({ configId: paymentLinkRows.configId })
    .from(paymentLinkRows)
    .where(eq(paymentLinkRows.id, (linkId ?? '') as IdOf<'paymentLink'>)) // looked up here
  return providerOf(link?.configId ?? null, app, db)
}

/** Whose signature a payment is told of with: that of whoever has made its link. */
export const signaturesOf = async (linkId: string | null, app: AppContext, db: Db) =>
  (await providerOfLink(linkId, app, db)).secrets

/** What the channel says of a payment when it is asked: what it would have called back with, or nothing yet. */
export async function queryChannel({ platformRef, linkId }: StoredPayment, app: AppContext) {
  const ref = platformRef ?? ''
  const target = await providerOfLink(linkId, app, app.database.db)
  const asked = { path: `/payments/${encodeURIComponent(ref)}`, sender: paymentChannel, asks: ref }
  return callProvider(target, asked, signedAnswerOf, app)
}
