import { eq } from 'drizzle-orm'
import { startOfDay } from '#contract/kernel/calendar.ts'
import type { FaultOf } from '#contract/kernel/endpoint.ts'
import { formatRate } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { loans } from '#contract/loans/calls.ts'
import type { Loan } from '#contract/loans/row.ts'
import type { Call } from '#server/kernel/implement.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { lastPayout, orderPayout, paidSince } from '#server/modules/payouts/steps.ts'
import { lockLoan, move } from './steps.ts'

type Redisbursing = Call<FaultOf<typeof loans.redisburse>, Loan>

/** Money goes only to a bound card whose holder is the customer. */
async function mustHaveCard(cardId: IdOf<'card'> | null, { tx, fail }: Redisbursing): Promise<IdOf<'card'>> {
  const [card] = cardId ? await tx.select().from(cardRows).where(eq(cardRows.id, cardId)) : []
  if (card?.state !== 'bound') return fail('card_not_bound')
  const least = await parameter(tx, 'disburse.similarityPpm')
  if (card.similarityPpm < least) {
    return fail('name_mismatch', { similarity: formatRate(card.similarityPpm, 'en'), least: formatRate(least, 'en') })
  }
  return card.id
}

/** What is paid out in a day stays within the cap, where there is one. */
async function mustBeWithinCap({ received }: Loan, { tx, today, ground, fail }: Redisbursing): Promise<void> {
  const capMinor = await parameter(tx, 'disburse.dailyCapMinor')
  if (capMinor === 0) return
  const spentMinor = await paidSince(tx, new Date(startOfDay(today, ground.clock.country)))
  const left = Math.max(0, capMinor - spentMinor)
  if (received.minor > left) fail('fund_cap', { left: ofMinor(left, received.currency) })
}

/**
 * Sends the money of a failed pay-out again, as its next attempt. Only after the channel has said for certain that the
 * last one was not paid: an unknown outcome paid again would pay twice.
 */
export async function redisburse(call: Redisbursing): Promise<void> {
  const { tx, now, row, actor, requestId, fail } = call
  const loan = (await lockLoan(tx, row.id))!
  const attemptsMax = await parameter(tx, 'disburse.attemptsMax')
  if (loan.attempts >= attemptsMax) fail('attempts_exhausted', { max: attemptsMax })
  const cardId = await mustHaveCard(loan.cardId, call)
  const last = await lastPayout(tx, loan.id)
  if (last?.state !== 'fail') fail('payout_unconfirmed')
  await mustBeWithinCap(row, call)
  const attempt = loan.attempts + 1
  const { receivedMinor: amountMinor, currency, channel } = loan
  await orderPayout(tx, { loanId: loan.id, attempt, cardId, amountMinor, currency, channel }, now)
  await move(tx, loan, 'redisburse', { actor: actor.name, now, requestId, along: { attempts: attempt } })
}
