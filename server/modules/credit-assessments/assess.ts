import { and, asc, eq, isNull } from 'drizzle-orm'
import { type CreditCause, creditAssessment } from '#contract/credit-assessments.ts'
import type { CreditState } from '#contract/customers.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { levelFor, limitOf } from '#contract/products/quota.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { productsOf } from '#server/modules/apps/steps.ts'
import { bestLimitCoupon } from '#server/modules/coupons/steps/coupons.ts'
import { lockForCredit, setCredit } from '#server/modules/customers/steps/credit.ts'
import type { StoredCustomer } from '#server/modules/customers/store.ts'
import {
  customerFactsOf,
  customerRules,
  type RepaymentRecord,
  recordOf,
} from '#server/modules/loans/steps/customer-rules.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { termsInForce } from '#server/modules/products/steps/terms.ts'
import { creditAssessmentRows, type StoredCreditAssessment } from './store.ts'

type AssessContext = Pick<Context, 'tx' | 'now' | 'today' | 'app'>
type Outcome = Pick<StoredCreditAssessment, 'state'> & Partial<StoredCreditAssessment>

const creditStates: Readonly<Record<StoredCreditAssessment['state'], CreditState>> = {
  ...({ passed: 'passed', failed: 'failed', abnormal: 'abnormal', expired: 'toCredit' } as const),
}

/** The product that somebody is offered first: their app's, or the first one that has terms. */
async function offeredTo({ app, currency }: StoredCustomer, { tx, today }: AssessContext) {
  for (const productId of await productsOf(tx, { app, currency })) {
    const terms = await termsInForce(tx, productId, today)
    if (terms) return { productId, terms }
  }
  return null
}

/** The limit of whom the rules let borrow, and what it is made of. */
async function limitOfCustomer(
  customer: StoredCustomer,
  { done, onTime: onTimeReloans }: RepaymentRecord,
  context: AssessContext,
): Promise<Outcome> {
  const offered = await offeredTo(customer, context)
  if (!offered) return { state: 'abnormal', reason: 'noProduct' }
  const level = levelFor(offered.terms.levels, done)
  const coupon = await bestLimitCoupon(context.tx, customer.id, level.baseLimitMinor, context.today)
  const couponMinor = coupon?.minor ?? 0
  const { periods, daysPerPeriod, tenureDays, serviceRatePpm, dailyInterestPpm } = level
  return {
    ...{ state: 'passed', productId: offered.productId, level: level.level, onTimeLoans: onTimeReloans },
    ...{ baseMinor: level.baseLimitMinor, stepMinor: level.limitStepMinor, ceilingMinor: level.maxLimitMinor },
    ...{ couponId: couponMinor > 0 ? coupon!.id : null, couponMinor },
    limitMinor: limitOf(level, { onTimeReloans, couponMinor }),
    ...{ tenureDays, periods, daysPerPeriod, serviceRatePpm, dailyInterestPpm },
  }
}

async function outcomeFor(customer: StoredCustomer, context: AssessContext): Promise<Outcome> {
  const { tx, today, app } = context
  const record = await recordOf(tx, customer.id, app.clock.country)
  const facts = await customerFactsOf(tx, customer, record, { today, app })
  const refusal = customerRules.find(({ fits }) => fits(facts))
  if (refusal) return { state: 'failed', reason: refusal.rule, code: refusal.code }
  return limitOfCustomer(customer, record, context)
}

/** The assessment that counts; none: nobody has assessed them yet. */
async function inForceOf(tx: Db, customerId: IdOf<'customer'>): Promise<StoredCreditAssessment | undefined> {
  const [row] = await tx
    .select()
    .from(creditAssessmentRows)
    .where(and(eq(creditAssessmentRows.customerId, customerId), isNull(creditAssessmentRows.endedAt)))
    .orderBy(asc(creditAssessmentRows.id))
  return row
}

/** What makes one assessment another than the one before. */
const compared = [
  ...(['state', 'reason', 'code', 'productId', 'level', 'baseMinor', 'stepMinor', 'onTimeLoans', 'couponId'] as const),
  ...(['couponMinor', 'ceilingMinor', 'limitMinor', 'periods', 'daysPerPeriod', 'serviceRatePpm'] as const),
  ...(['dailyInterestPpm', 'expiresOn'] as const),
]
const isSame = (one: StoredCreditAssessment, other: Partial<StoredCreditAssessment>): boolean =>
  compared.every((name) => (one[name] ?? null) === (other[name] ?? null)) &&
  String(one.tenureDays ?? '') === String(other.tenureDays ?? '')

/** Causes after which a limit may be drawn for as long again. */
const renewing: ReadonlySet<CreditCause> = new Set(['identified', 'repaid', 'asked', 'applied'])

/** The last day of a limit: counted anew where that is due, else as it was. */
async function lastDayOf(
  { state }: Outcome,
  { before, cause }: { readonly before: StoredCreditAssessment | undefined; readonly cause: CreditCause },
  { tx, today }: AssessContext,
): Promise<LocalDate | null> {
  if (state !== 'passed') return null
  if (before?.expiresOn && !renewing.has(cause)) return before.expiresOn
  return addDays(today, await parameter(tx, 'credit.validDays'))
}

/** Puts an assessment in the place of the one before it. One that says the same leaves that as it is. */
async function keep(
  customer: StoredCustomer,
  outcome: Outcome & { readonly cause: CreditCause },
  before: StoredCreditAssessment | undefined,
  { tx, now, today }: AssessContext,
): Promise<void> {
  if (before && isSame(before, outcome)) return
  if (before) {
    await tx.update(creditAssessmentRows).set({ endedAt: now }).where(eq(creditAssessmentRows.id, before.id))
  }
  const id = await newId(tx, creditAssessment.ids, today)
  const { currency, id: customerId } = customer
  await tx.insert(creditAssessmentRows).values({ ...outcome, id, customerId, currency, at: now })
  const { state, limitMinor = null, expiresOn = null } = outcome
  await setCredit(tx, customerId, { credit: creditStates[state], limitMinor, limitExpiresOn: expiresOn })
}

/**
 * Assesses a customer's credit as it is today, and keeps that where it is another than before. Answers whether there was
 * somebody to assess: before KYC is done there is nobody.
 */
export async function assessCredit(id: IdOf<'customer'>, cause: CreditCause, context: AssessContext): Promise<boolean> {
  const customer = await lockForCredit(context.tx, id)
  if (customer?.kyc !== 'done') return false
  const before = await inForceOf(context.tx, id)
  const outcome = await outcomeFor(customer, context)
  const expiresOn = await lastDayOf(outcome, { before, cause }, context)
  await keep(customer, { ...outcome, cause, expiresOn }, before, context)
  return true
}

/** Ends a limit that nobody has drawn in time. Answers whether it was still to be ended. */
export async function expireCredit(id: IdOf<'customer'>, context: AssessContext): Promise<boolean> {
  const customer = await lockForCredit(context.tx, id)
  if (!customer) return false
  const before = await inForceOf(context.tx, id)
  if (!before?.expiresOn || before.expiresOn >= context.today) return false
  await keep(customer, { state: 'expired', cause: 'expired' }, before, context)
  return true
}
