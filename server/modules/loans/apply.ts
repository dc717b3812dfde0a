import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { addDays, businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { LoanRequest } from '#contract/loans/application.ts'
import { loanCode as codes, isFinal, loanFlow } from '#contract/loans/flow.ts'
import { quote } from '#contract/loans/quote.ts'
import { loan as loanSubject } from '#contract/loans/row.ts'
import { type Level, levelFor, termsOf } from '#contract/products/quota.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { mustTakeApplications } from '#server/modules/apps/steps.ts'
import { isListed } from '#server/modules/blacklist/steps.ts'
import { boundCard } from '#server/modules/cards/steps.ts'
import { askCredit } from '#server/modules/credit-assessments/steps/ask.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { seeDevice } from '#server/modules/customers/steps/devices.ts'
import type { StoredCustomer } from '#server/modules/customers/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { termsInForce } from '#server/modules/products/steps/terms.ts'
import { productRows } from '#server/modules/products/store.ts'
import { askDecision } from './decision/decide.ts'
import { recordOf } from './steps/customer-rules.ts'
import { loanRows, loanStateRows } from './store.ts'

/** By which channel new orders are paid out. */
const payoutChannelName = 'gateway'

/** Codes in which an order is still under way: nobody has two. */
const openStates = loanFlow.states.filter((state) => !isFinal(state))

type ApplyContext = Pick<Context, 'tx' | 'now' | 'today' | 'app'>

/** Whoever applies, kept from applying twice at once until the transaction ends. */
export async function lockCustomer(tx: Db, id: IdOf<'customer'>): Promise<StoredCustomer> {
  const [customer] = await tx.select().from(customerRows).where(eq(customerRows.id, id)).for('update')
  if (!customer) throw new Refusal('unknown_customer')
  return customer
}

/** Refuses whoever may not borrow: account not enabled, blacklisted, another order than `but` still under way. */
export async function mustBeFree(
  customer: StoredCustomer,
  { but, device }: { readonly but: IdOf<'loan'> | null; readonly device?: string | undefined },
  { tx, app }: Pick<Context, 'tx' | 'app'>,
): Promise<void> {
  const { id, state, blacklisted } = customer
  if (state !== 'enabled') throw new Refusal('customer_not_enabled')
  if (blacklisted || (await isListed(customer, device, { tx, app }))) throw new Refusal('customer_blacklisted')
  const others = but ? ne(loanRows.id, but) : undefined
  const theirs = and(eq(loanRows.customerId, id), inArray(loanRows.state, openStates), others)
  const [other] = await tx.select({ id: loanRows.id }).from(loanRows).where(theirs).limit(1)
  if (other) throw new Refusal('order_open', { loan: other.id })
}

/** A refusal counts for some days. */
async function mustHaveCooledDown(tx: Db, id: IdOf<'customer'>, { today, app }: ApplyContext): Promise<void> {
  const refusals = and(eq(loanRows.customerId, id), inArray(loanRows.state, [codes.autoFailed, codes.manualFailed]))
  const [last] = await tx.select().from(loanRows).where(refusals).orderBy(desc(loanRows.decidedAt)).limit(1)
  if (!last?.decidedAt) return
  const until = addDays(
    businessDate(toInstant(last.decidedAt), app.clock.country),
    await parameter(tx, 'reject.cooldownDays'),
  )
  if (today < until) throw new Refusal('cooling_down', { until })
}

function mustBeOffered({ minMinor, maxMinor, stepMinor, tenureDays }: Level, request: LoanRequest): void {
  const { amountMinor, currency } = request
  const fits = amountMinor >= minMinor && amountMinor <= maxMinor && (amountMinor - minMinor) % stepMinor === 0
  if (fits && tenureDays.includes(request.tenureDays)) return
  throw new Refusal('outside_level', { min: ofMinor(minMinor, currency), max: ofMinor(maxMinor, currency) })
}

/** The product that is asked for, with the terms it is lent on today. */
async function mustBeProduct({ productId, currency, app: asked, release }: LoanRequest, { tx, today }: ApplyContext) {
  const [product] = await tx.select().from(productRows).where(eq(productRows.id, productId))
  const terms = product?.state === 'enabled' ? await termsInForce(tx, productId, today) : null
  if (!product || !terms) throw new Refusal('product_not_offered')
  if (asked !== undefined && asked !== product.app) throw new Refusal('product_not_offered')
  await mustTakeApplications(tx, { app: product.app, release })
  if (product.currency !== currency) throw new Refusal('wrong_currency', { currency: product.currency })
  return { product, terms }
}

async function ordinalOf(tx: Db, id: IdOf<'customer'>): Promise<number> {
  // one that extends an order is no other order
  const paidOut = and(
    eq(loanRows.customerId, id),
    eq(loanRows.kind, 'regular'),
    sql`${loanRows.disbursedAt} is not null`,
  )
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(loanRows).where(paidOut)
  return row!.count + 1
}

/**
 * Takes an application in: an order in 10, on the terms the product has today, to be decided by the rules. The same
 * request again is the same order.
 */
export async function apply(request: LoanRequest, context: ApplyContext) {
  const { tx, now, today, app } = context
  const externalId = `app:${request.ref}`
  const customer = await lockCustomer(tx, request.customerId)
  const [known] = await tx.select().from(loanRows).where(eq(loanRows.externalId, externalId))
  if (known) return { loanId: known.id, state: known.state }
  await mustBeFree(customer, { but: null, device: request.device }, context)
  await mustHaveCooledDown(tx, customer.id, context)
  const { product, terms } = await mustBeProduct(request, context)
  const level = levelFor(terms.levels, (await recordOf(tx, customer.id, app.clock.country)).done)
  mustBeOffered(level, request)
  const lent = termsOf(level, terms, request.tenureDays)
  const quoted = quote(request.amountMinor, lent)
  const id = await newId(tx, loanSubject.ids, today)
  await tx.insert(loanRows).values({
    ...{ id, customerId: customer.id, productId: product.id, departmentId: product.departmentId, externalId },
    ...{ state: codes.reviewing, ordinal: await ordinalOf(tx, customer.id), currency: product.currency },
    ...{ amountMinor: quoted.amountMinor, receivedMinor: quoted.receivedMinor },
    ...{ feeMinor: quoted.feeMinor, gstMinor: quoted.gstMinor },
    interestMinor: quoted.periods.reduce((sum, { charges }) => sum + charges.interest, 0),
    ...{ terms: lent, app: product.app, channel: payoutChannelName, appliedAt: now, device: request.device },
    cardId: await boundCard(tx, customer.id),
  })
  if (request.device) await seeDevice(tx, customer.id, { mark: request.device }, now)
  const submitted = { loanId: id, fromState: null, toState: codes.reviewing, event: 'submit' }
  await tx.insert(loanStateRows).values({ ...submitted, actor: customerApp, at: now })
  if (customer.credit === 'toCredit') await askCredit(tx, [customer.id], 'applied', now)
  await askDecision(tx, { id, resubmits: 0 }, now)
  return { loanId: id, state: codes.reviewing }
}
