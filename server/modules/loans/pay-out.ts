import { eq, sql } from 'drizzle-orm'
import { addDays, businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { formatRate } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { Refusal } from '#server/kernel/implement.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { fundLeft, lastPayout, orderPayout } from '#server/modules/payouts/steps.ts'
import { mustBeVerified } from '#server/modules/tele-verifications/steps.ts'
import { type Cause, move } from './steps.ts'
import type { loanRows } from './store.ts'

type Loan = typeof loanRows.$inferSelect

/** Where and when money is to leave. */
export interface Sending {
  readonly tx: Db
  readonly today: LocalDate
  readonly ground: Pick<Ground, 'clock'>
}

/** Money goes only to a bound card whose holder is the customer. */
async function mustHaveCard({ cardId }: Loan, { tx }: Sending): Promise<IdOf<'card'>> {
  const [card] = cardId ? await tx.select().from(cardRows).where(eq(cardRows.id, cardId)) : []
  if (card?.state !== 'bound') throw new Refusal('card_not_bound')
  await mustBeSimilar(tx, card.similarityPpm)
  return card.id
}

/** The holder of a card has to be called like the customer. Refuses `name_mismatch`. */
export async function mustBeSimilar(tx: Db, similarityPpm: number): Promise<void> {
  const least = await parameter(tx, 'disburse.similarityPpm')
  if (similarityPpm >= least) return
  throw new Refusal('name_mismatch', { similarity: formatRate(similarityPpm, 'en'), least: formatRate(least, 'en') })
}

/** The last day on which an approval is good; none where nobody has written down when it was given. */
export function approvedUntil(
  decidedAt: Date | null,
  days: number,
  { clock }: Pick<Ground, 'clock'>,
): LocalDate | null {
  return decidedAt && addDays(businessDate(toInstant(decidedAt), clock.country), days)
}

async function mustBeApproved({ decidedAt }: Loan, { tx, today, ground }: Sending): Promise<void> {
  const until = approvedUntil(decidedAt, await parameter(tx, 'approval.validDays'), ground)
  if (until && today > until) throw new Refusal('approval_expired', { until })
}

/** Where there is a cap, whoever pays out waits for who does so at the same time: together they might exceed it. */
const capLock = 4_600_010

/** What is paid out in a day stays within the cap, where there is one. */
async function mustBeWithinCap({ receivedMinor, currency }: Loan, { tx, today, ground }: Sending): Promise<void> {
  if ((await parameter(tx, 'disburse.dailyCapMinor')) === 0) return
  await tx.execute(sql`select pg_advisory_xact_lock(${capLock})`)
  const left = await fundLeft(tx, today, ground.clock.country)
  if (left && receivedMinor > left.minor) throw new Refusal('fund_cap', { left: ofMinor(left.minor, currency) })
}

/**
 * Sends the money of a locked order, as its next attempt: the pay-out is ordered in this transaction and leaves with it.
 * @throws Refusal for everything that has to be right first.
 */
export async function sendOut(loan: Loan, event: 'disburse' | 'redisburse', sending: Sending, cause: Cause) {
  const { tx } = sending
  const cardId = await mustHaveCard(loan, sending)
  await mustBeVerified(tx, loan.id)
  await mustBeApproved(loan, sending)
  await mustBeWithinCap(loan, sending)
  const attempt = ((await lastPayout(tx, loan.id))?.attempt ?? 0) + 1
  const { receivedMinor: amountMinor, currency, channel } = loan
  await orderPayout(tx, { loanId: loan.id, attempt, cardId, amountMinor, currency, channel }, cause.now)
  await move(tx, loan, event, { ...cause, along: { attempts: loan.attempts + 1 } })
}

/**
 * Only after the channel has said for certain that the last pay-out was not made may anything else become of the order:
 * an unknown outcome paid again would pay twice. Refuses `payout_unconfirmed`.
 */
export async function mustBeUnpaid(tx: Db, loanId: IdOf<'loan'>): Promise<void> {
  if ((await lastPayout(tx, loanId))?.state !== 'fail') throw new Refusal('payout_unconfirmed')
}
