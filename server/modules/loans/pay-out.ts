import { and, desc, eq, sql } from 'drizzle-orm'
import { addDays, businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { prepared, type ValueOf } from '#server/kernel/base/client/prepared-query.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { isListed } from '#server/modules/blacklist/steps.ts'
import { cardChangeRows } from '#server/modules/card-changes/store.ts'
import { mustReachSimilarity } from '#server/modules/cards/steps.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { parametersOf } from '#server/modules/parameters/steps.ts'
import { dailyCapLeft, lastPayout, orderPayout } from '#server/modules/payouts/steps.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { verificationRows } from '#server/modules/tele-verifications/store.ts'
import { type Cause, transition } from './steps/transition.ts'
import { loanRows } from './store.ts'

type LoanId = IdOf<'loan'>

/** Where and when money is to leave. */
export interface PayoutContext {
  readonly tx: Db
  readonly today: LocalDate
  readonly app: Pick<AppContext, 'clock' | 'secrets'>
}

/** What pay-outs are held to. */
const rulesOf = (tx: Db) =>
  parametersOf(tx, [
    ...(['disburse.attemptsMax', 'disburse.similarityPpm', 'disburse.verified'] as const),
    ...(['disburse.dailyCapMinor', 'approval.validDays'] as const),
  ])
type Rules = Awaited<ReturnType<typeof rulesOf>>

/** What of an order a pay-out is made of. */
const orderColumns = {
  ...{ id: loanRows.id, state: loanRows.state, attempts: loanRows.attempts, decidedAt: loanRows.decidedAt },
  ...{ receivedMinor: loanRows.receivedMinor, currency: loanRows.currency, channel: loanRows.channel },
  device: loanRows.device,
}

/** A locked order with all that has to be right before its money leaves: a run over many asks it of each, so in one. */
const payoutChecks = prepared((db, value: ValueOf<{ id: LoanId }>) =>
  db
    .select({
      loan: orderColumns,
      card: { id: cardRows.id, state: cardRows.state, similarityPpm: cardRows.similarityPpm },
      cardChangeId: cardChangeRows.id,
      last: { attempt: payoutRows.attempt, state: payoutRows.state },
      call: verificationRows.state,
      customer: {
        ...{ id: customerRows.id, phone: customerRows.phone, panIndex: customerRows.panIndex },
        blacklisted: customerRows.blacklisted,
      },
    })
    .from(loanRows)
    .innerJoin(customerRows, eq(customerRows.id, loanRows.customerId))
    .leftJoin(cardRows, eq(cardRows.id, loanRows.cardId))
    .leftJoin(cardChangeRows, and(eq(cardChangeRows.loanId, loanRows.id), eq(cardChangeRows.state, 'pending')))
    .leftJoin(payoutRows, eq(payoutRows.loanId, loanRows.id))
    .leftJoin(verificationRows, eq(verificationRows.loanId, loanRows.id))
    .where(eq(loanRows.id, value('id')))
    .orderBy(desc(payoutRows.attempt))
    .limit(1),
)
const payoutCheckOf = async (tx: Db, id: LoanId) => (await payoutChecks(tx, { id }))[0]! // locked, so it is there
type PayoutCheck = Awaited<ReturnType<typeof payoutCheckOf>>

/** Money goes only to a bound card whose holder is the customer, and that nobody has asked to change. */
function mustHaveCard({ card, cardChangeId }: PayoutCheck, rules: Rules): IdOf<'card'> {
  if (cardChangeId) throw new Refusal('card_change_open')
  if (card?.state !== 'bound') throw new Refusal('card_not_bound')
  mustReachSimilarity(card.similarityPpm, rules['disburse.similarityPpm'])
  return card.id
}

/** The last day on which an approval is good; none where nobody has written down when it was given. */
export function approvedUntil(
  decidedAt: Date | null,
  days: number,
  { clock }: Pick<AppContext, 'clock'>,
): LocalDate | null {
  return decidedAt && addDays(businessDate(toInstant(decidedAt), clock.country), days)
}

function mustBeApproved({ decidedAt }: PayoutCheck['loan'], rules: Rules, { today, app }: PayoutContext): void {
  const until = approvedUntil(decidedAt, rules['approval.validDays'], app)
  if (until && today > until) throw new Refusal('approval_expired', { until })
}

/** Where there is a cap, whoever pays out waits for who does so at the same time: together they might exceed it. */
const capLock = 4_600_010

/** What is paid out in a day stays within the cap, where there is one. */
async function mustBeWithinCap(
  { receivedMinor, currency }: PayoutCheck['loan'],
  rules: Rules,
  sending: PayoutContext,
): Promise<void> {
  const { tx, today, app } = sending
  if (rules['disburse.dailyCapMinor'] === 0) return
  await tx.execute(sql`select pg_advisory_xact_lock(${capLock})`)
  const left = await dailyCapLeft(tx, today, app.clock.country)
  if (left && receivedMinor > left.minor) throw new Refusal('fund_cap', { left: ofMinor(left.minor, currency) })
}

/** Sends the money as the next attempt: the pay-out is ordered in this transaction and leaves with it. */
async function orderAttempt(
  ready: PayoutCheck,
  rules: Rules,
  sending: PayoutContext,
  { event, ...cause }: Cause & { event: 'disburse' | 'redisburse' },
): Promise<void> {
  const { tx } = sending
  const { loan, last, call, customer } = ready
  // a device that is listed flags nobody
  if (customer.blacklisted || (loan.device && (await isListed(customer, loan.device, sending)))) {
    throw new Refusal('customer_blacklisted')
  }
  const cardId = mustHaveCard(ready, rules)
  if (rules['disburse.verified'] && call !== 'connected') throw new Refusal('not_verified')
  mustBeApproved(loan, rules, sending)
  await mustBeWithinCap(loan, rules, sending)
  const attempt = (last?.attempt ?? 0) + 1
  const { receivedMinor: amountMinor, currency, channel } = loan
  await Promise.all([
    orderPayout(tx, { loanId: loan.id, attempt, cardId, amountMinor, currency, channel }, cause.now),
    transition(tx, loan, event, { ...cause, along: { attempts: loan.attempts + 1 } }),
  ])
}

/**
 * Sends the money of a locked order that was approved.
 * @throws Refusal for everything that has to be right first.
 */
export async function payOut(id: LoanId, sending: PayoutContext, cause: Cause): Promise<void> {
  const [ready, rules] = await Promise.all([payoutCheckOf(sending.tx, id), rulesOf(sending.tx)])
  await orderAttempt(ready, rules, sending, { ...cause, event: 'disburse' })
}

/**
 * Sends the money of a locked order again, whose last pay-out the channel has certainly not made.
 * @throws Refusal beside that: `attempts_exhausted`, `payout_unconfirmed`.
 */
export async function retryPayout(id: LoanId, sending: PayoutContext, cause: Cause): Promise<void> {
  const [ready, rules] = await Promise.all([payoutCheckOf(sending.tx, id), rulesOf(sending.tx)])
  const max = rules['disburse.attemptsMax']
  if (ready.loan.attempts >= max) throw new Refusal('attempts_exhausted', { max })
  mustHaveFailed(ready.last)
  await orderAttempt(ready, rules, sending, { ...cause, event: 'redisburse' })
}

function mustHaveFailed(last: PayoutCheck['last'] | undefined): void {
  if (last?.state !== 'fail') throw new Refusal('payout_unconfirmed')
}

/**
 * Only after the channel has said for certain that the last pay-out was not made may anything else become of the order:
 * an unknown outcome paid again would pay twice. Refuses `payout_unconfirmed`.
 */
export async function mustBeUnpaid(tx: Db, loanId: LoanId): Promise<void> {
  mustHaveFailed(await lastPayout(tx, loanId))
}
