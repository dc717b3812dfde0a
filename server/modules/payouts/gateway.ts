import { and, eq, isNull, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { coalesced } from '#server/kernel/jobs/coalesce.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { providerFor, providerOf } from '#server/modules/gateways/steps.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { callProvider, mustBeOk, signedAnswerOf } from '#server/modules/provider-configs/steps.ts'
import { payoutChannel } from './steps.ts'
import { payoutRows } from './store.ts'

type PayoutId = IdOf<'payout'>

/** A pay-out, and the configuration that was chosen for it. */
interface ChosenConfig {
  readonly id: PayoutId
  readonly configId: IdOf<'providerConfig'>
}

const isAnyOf = (ids: readonly PayoutId[]) => sql`${payoutRows.id} = any(${sql.param(ids)}::text[])`

/** Writes down by which configurations pay-outs go, those that leave together in one transaction. */
const boundConfigOf = coalesced(
  ({ id }: ChosenConfig) => id,
  ({ db }: AppContext['database'], chosen) =>
    db.transaction(async (tx) => {
      await setSessionVariables(tx, payoutChannel)
      for (const configId of new Set(chosen.map((one) => one.configId))) {
        const some = chosen.filter((one) => one.configId === configId)
        const free = and(isAnyOf(some.map(({ id }) => id)), isNull(payoutRows.configId))
        await tx.update(payoutRows).set({ configId }).where(free)
      }
      // another server may have chosen meanwhile: then that counts
      const bound = await tx
        .select({ id: payoutRows.id, configId: payoutRows.configId })
        .from(payoutRows)
        .where(isAnyOf(chosen.map(({ id }) => id)))
      return new Map(bound.map(({ id, configId }) => [id, configId!])) // written just now, or before
    }),
)

/**
 * The configuration that a pay-out goes by: chosen once, written down before anything is sent, and kept for as long as
 * the pay-out lasts. Where it is down the pay-out waits for it: another one cannot know what this one has done, and the
 * money might leave twice. A further attempt is another pay-out, and is chosen for anew.
 */
async function bindPayout(id: PayoutId, loanApp: string, app: AppContext): Promise<IdOf<'providerConfig'>> {
  const { configId } = await providerFor({ kind: 'payout', app: loanApp, key: id }, app)
  return (await boundConfigOf(app.database, { id, configId }))! // its order was read just now
}

/** A pay-out with what a channel has to know of it. Those that leave together are read together. */
const orderOf = coalesced(
  (payoutId: PayoutId) => payoutId,
  async ({ db }: AppContext['database'], payoutIds) => {
    const { id, state, amountMinor, currency, configId } = payoutRows
    const { holder, account, ifsc } = cardRows
    const orders = await db
      .select({ id, state, amountMinor, currency, configId, holder, account, ifsc, loanApp: loanRows.app })
      .from(payoutRows)
      .innerJoin(cardRows, eq(cardRows.id, payoutRows.cardId))
      .innerJoin(loanRows, eq(loanRows.id, payoutRows.loanId))
      .where(isAnyOf(payoutIds))
    return new Map(orders.map((order) => [order.id, order]))
  },
)

/**
 * Orders pay-outs over HTTP: signed, and named by the pay-out's id, which the channel must not pay twice.
 * @throws Error where the channel cannot be reached, does not answer in time, refuses the order, or is disabled.
 */
export const payoutPort =
  (app: AppContext): Port =>
  async ({ key }) => {
    const order = await orderOf(app.database, key as PayoutId) // posted under its own id
    if (order?.state !== 'paying') return
    const configId = order.configId ?? (await bindPayout(order.id, order.loanApp, app))
    const { isEnabled, ...target } = await providerOf(configId, app)
    if (!isEnabled) throw new Error(`the configuration ${configId} is disabled`)
    const body = JSON.stringify({
      payoutId: order.id,
      amountMinor: order.amountMinor,
      currency: order.currency,
      holder: order.holder,
      account: app.secrets.decrypt(order.account),
      ifsc: order.ifsc,
      callbackUrl: target.callbackUrl,
    })
    await callProvider(target, { path: '/payouts', sender: payoutChannel, body }, mustBeOk, app)
  }

/** Whose signature a pay-out is told of with: the configuration's that it went by. */
export async function signaturesOf(payoutId: string, app: AppContext, db: AppContext['database']['db']) {
  const [payout] = await db
    .select({ configId: payoutRows.configId })
    .from(payoutRows)
    .where(eq(payoutRows.id, payoutId as PayoutId)) // looked up here
  return (await providerOf(payout?.configId ?? null, app, db)).secrets
}

/** What the channel says of a pay-out when it is asked: what it would have called back with, or nothing yet. */
export async function queryGateway(payoutId: PayoutId, app: AppContext) {
  const order = await orderOf(app.database, payoutId)
  const target = await providerOf(order?.configId ?? null, app)
  const path = `/payouts/${encodeURIComponent(payoutId)}`
  return callProvider(target, { path, sender: payoutChannel, asks: payoutId }, signedAnswerOf, app)
}
