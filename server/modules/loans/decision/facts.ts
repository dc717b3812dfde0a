import { and, eq, gte, sql } from 'drizzle-orm'
import { type Country, startOfDay } from '#contract/kernel/calendar.ts'
import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { aadhaarValid, panValid } from '#contract/loans/identity-numbers.ts'
import { levelFor, limitOf, type ProductTerms } from '#contract/products/quota.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { Secrets } from '#server/kernel/base/secrets.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { bestLimitCoupon } from '#server/modules/coupons/steps.ts'
import type { StoredCustomer } from '#server/modules/customers/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { termsInForce } from '#server/modules/products/steps/terms.ts'
import type { StoredLoan } from '../store.ts'
import { loanRows, loanStateRows } from '../store.ts'
import type { Facts } from './table.ts'

const yearsBetween = (from: LocalDate, to: LocalDate): number =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)

/** How a customer has repaid so far: loans repaid, those of them on time, and the worst delay in days. */
export async function recordOf(tx: Db, customerId: IdOf<'customer'>, country: Country) {
  const settled = sql`(p.settled_at + make_interval(mins => ${offsetMinutesOf(country)}))::date`
  const [row] = await rowsOf<{ done: number; onTime: number; worst: number }>(
    tx,
    sql`select count(*) filter (where repaid)::int as done, count(*) filter (where repaid and late <= 0)::int as "onTime",
          greatest(0, coalesce(max(late), 0))::int as worst
        from (select l.state in (40, 41) as repaid, max(${settled} - p.due_date) as late
              from ${loanRows} l join ${planRows} p on p.loan_id = l.id
              where l.customer_id = ${customerId} and p.settled_at is not null group by l.id) lent`,
  )
  return row!
}

/** Whether documents of a customer are there and valid. Only India's can be told from their numbers. */
export function documentsOf({ pan, aadhaar }: StoredCustomer, secrets: Secrets, country: Country) {
  if (country !== 'IN') return { panValid: true, aadhaarValid: true }
  return {
    panValid: pan !== null && panValid(secrets.decrypt(pan)),
    aadhaarValid: aadhaar !== null && aadhaarValid(secrets.decrypt(aadhaar)),
  }
}

/** What a customer may borrow of a product; nothing where it has no terms. With the coupon that it takes, where it does. */
async function limitFor(tx: Db, terms: ProductTerms | null, loan: StoredLoan, { today, country }: BusinessDay) {
  if (!terms) return { limitMinor: 0, limitCoupon: null }
  const { done, onTime: onTimeReloans } = await recordOf(tx, loan.customerId, country)
  const level = levelFor(terms.levels, done)
  const plain = limitOf(level, { onTimeReloans })
  const best = loan.amountMinor > plain ? await bestLimitCoupon(tx, loan.customerId, level.baseLimitMinor, today) : null
  const limitMinor = limitOf(level, { onTimeReloans, couponMinor: best?.minor ?? 0 })
  return { limitMinor, limitCoupon: limitMinor > plain ? best!.id : null }
}
interface BusinessDay {
  readonly today: LocalDate
  readonly country: Country
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
export async function factsOf(
  tx: Db,
  loan: StoredLoan,
  today: LocalDate,
  { clock: { country }, secrets }: Pick<AppContext, 'clock' | 'secrets'>,
): Promise<Facts> {
  const [customer] = await tx.select().from(customerRows).where(eq(customerRows.id, loan.customerId))
  const [card] = loan.cardId ? await tx.select().from(cardRows).where(eq(cardRows.id, loan.cardId)) : []
  const terms = await termsInForce(tx, loan.productId, today)
  const { birthDate, state, blacklisted } = customer! // an order has a customer
  return {
    amountMinor: loan.amountMinor,
    ...(await limitFor(tx, terms, loan, { today, country })),
    quotaLeft: await quotaLeft(tx, today, country),
    accountEnabled: state === 'enabled',
    blacklisted,
    ageYears: birthDate && yearsBetween(birthDate, today),
    worstOverdueDays: (await recordOf(tx, loan.customerId, country)).worst,
    ...documentsOf(customer!, secrets, country),
    cardBound: card?.state === 'bound',
  }
}
