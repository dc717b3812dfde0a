import { and, eq, gte, sql } from 'drizzle-orm'
import { type Country, startOfDay } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { levelFor, limitOf, type ProductTerms } from '#contract/products/quota.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { bestLimitCoupon } from '#server/modules/coupons/steps/coupons.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { machineFindingsOf } from '#server/modules/machine-reviews/steps/findings.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { termsInForce } from '#server/modules/products/steps/terms.ts'
import { customerFactsOf, type RepaymentRecord, recordOf } from '../steps/customer-rules.ts'
import { documentsOf } from '../steps/decisions.ts'
import type { StoredLoan } from '../store.ts'
import { loanStateRows } from '../store.ts'
import type { Facts } from './table.ts'

/** What a customer may borrow of a product; nothing where it has no terms. With the coupon that it takes, where it does. */
async function limitFor(
  tx: Db,
  terms: ProductTerms | null,
  loan: StoredLoan,
  { record: { done, onTime: onTimeReloans }, today }: { readonly record: RepaymentRecord; readonly today: LocalDate },
) {
  if (!terms) return { limitMinor: 0, limitCoupon: null }
  const level = levelFor(terms.levels, done)
  const plain = limitOf(level, { onTimeReloans })
  const best = loan.amountMinor > plain ? await bestLimitCoupon(tx, loan.customerId, level.baseLimitMinor, today) : null
  const limitMinor = limitOf(level, { onTimeReloans, couponMinor: best?.minor ?? 0 })
  return { limitMinor, limitCoupon: limitMinor > plain ? best!.id : null }
}

/** Whether the rules may approve another application today. */
async function quotaLeft(tx: Db, today: LocalDate, country: Country): Promise<boolean> {
  const most = await parameter(tx, 'apply.dailyMax')
  if (most === 0) return true
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(loanStateRows)
    .where(and(eq(loanStateRows.event, 'machinePass'), gte(loanStateRows.at, new Date(startOfDay(today, country)))))
  return row!.count < most
}

/** Everything that is to be known of an application before it is decided. */
export async function factsOf(tx: Db, loan: StoredLoan, today: LocalDate, app: AppContext): Promise<Facts> {
  const { secrets } = app
  const { country } = app.clock
  const [customer] = await tx.select().from(customerRows).where(eq(customerRows.id, loan.customerId))
  const [card] = loan.cardId ? await tx.select().from(cardRows).where(eq(cardRows.id, loan.cardId)) : []
  const terms = await termsInForce(tx, loan.productId, today)
  const record = await recordOf(tx, loan.customerId, country)
  return {
    ...(await customerFactsOf(tx, customer!, record, { today, app, device: loan.device })), // an order has a customer
    amountMinor: loan.amountMinor,
    ...(await limitFor(tx, terms, loan, { record, today })),
    quotaLeft: await quotaLeft(tx, today, country),
    ...documentsOf(customer!, secrets, country),
    cardBound: card?.state === 'bound',
    machine: await machineFindingsOf(tx, loan.id, customer!),
  }
}
