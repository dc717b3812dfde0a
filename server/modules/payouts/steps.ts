import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import { type Country, startOfDay, toInstant } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { Currency, IdOf, LocalDate, Money } from '#contract/kernel/values.ts'
import { failureClass } from '#contract/loans/failure.ts'
import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import { prepared, type ValueOf } from '#server/kernel/base/client/prepared-query.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { providerConfigRows } from '#server/modules/provider-configs/store.ts'
import { providerRows } from '#server/modules/providers/store.ts'
import { payoutRows } from './store.ts'

/** The topic that pay-outs leave the building under. */
export const payoutTopic = 'payouts.send'
/** The topic that questions about pay-outs leave under. */
export const payoutQueryTopic = 'payouts.query'

/** What is to be paid out, and how. */
export interface PayoutOrder {
  readonly loanId: IdOf<'loan'>
  readonly attempt: number
  readonly cardId: IdOf<'card'>
  readonly amountMinor: number
  readonly currency: Currency
  readonly channel: string
}

const insertPayout = prepared((db, value: ValueOf<PayoutOrder & { id: IdOf<'payout'>; now: Date }>) =>
  db.insert(payoutRows).values({
    ...{ id: value('id'), loanId: value('loanId'), attempt: value('attempt'), cardId: value('cardId') },
    ...{ amountMinor: value('amountMinor'), currency: value('currency'), channel: value('channel') },
    ...{ state: 'paying', requestedAt: value('now') },
  }),
)

/** Orders a pay-out: written down, and posted in the same transaction. The channel knows it by loan and attempt. */
export async function orderPayout(tx: Db, order: PayoutOrder, now: Date): Promise<void> {
  // made here, and nowhere else
  const id = `${order.loanId}-${order.attempt}` as IdOf<'payout'>
  await Promise.all([
    insertPayout(tx, { id, ...order, now }),
    post(tx, { topic: payoutTopic, key: id, body: { payoutId: id } }, now),
  ])
}

/** The last pay-out of an order. */
export async function lastPayout(tx: Db, loanId: IdOf<'loan'>) {
  const [row] = await tx
    .select()
    .from(payoutRows)
    .where(eq(payoutRows.loanId, loanId))
    .orderBy(desc(payoutRows.attempt))
    .limit(1)
  return row
}

/** What was paid out, or is on its way, since `from`. In minor units. */
async function paidSince(tx: Db, from: Date): Promise<number> {
  const [row] = await tx
    .select({ sum: sql<number>`coalesce(sum(${payoutRows.amountMinor}), 0)::bigint` })
    .from(payoutRows)
    .where(and(gte(payoutRows.requestedAt, from), inArray(payoutRows.state, ['paying', 'success'])))
  return Number(row!.sum)
}

/** What may still be paid out on a business date; null where there is no cap. */
export async function dailyCapLeft(tx: Db, today: LocalDate, country: Country): Promise<Money | null> {
  const capMinor = await parameter(tx, 'disburse.dailyCapMinor')
  if (capMinor === 0) return null
  const spentMinor = await paidSince(tx, new Date(startOfDay(today, country)))
  return ofMinor(Math.max(0, capMinor - spentMinor), countries[country].currency)
}

/** Every attempt to pay an order out, oldest first. */
export async function payoutsOf(tx: Db, loanId: IdOf<'loan'>) {
  const rows = await tx
    .select({ payout: payoutRows, provider: providerRows.name })
    .from(payoutRows)
    .leftJoin(providerConfigRows, eq(providerConfigRows.id, payoutRows.configId))
    .leftJoin(providerRows, eq(providerRows.id, providerConfigRows.providerId))
    .where(eq(payoutRows.loanId, loanId))
    .orderBy(asc(payoutRows.attempt))
  return rows.map(({ payout, provider }) => {
    const { id, attempt, state, utr, failureCode, failureText, requestedAt, resolvedAt } = payout
    // by which provider, once that is chosen
    const channel = provider ?? payout.channel
    const times = { requestedAt: toInstant(requestedAt), resolvedAt: resolvedAt && toInstant(resolvedAt) }
    const said = { failureCode: failureCode === null ? null : failureClass(failureCode), failure: failureText }
    return { id, attempt, state, channel, utr, ...said, ...times }
  })
}

/** Who signs, and is signed to: the channel that pays out. */
export const payoutChannel = 'payout gateway'

/** Bulk insert of the pay-outs of orders from elsewhere. */
export const importPayouts = (tx: Db, payouts: readonly (typeof payoutRows.$inferInsert)[]): Promise<void> =>
  bulkInsert(tx, payoutRows, payouts)
