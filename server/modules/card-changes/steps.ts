import { and, eq } from 'drizzle-orm'
import { cardChange } from '#contract/card-changes.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { ifscValid } from '#contract/loans/identity-numbers.ts'
import { nameSimilarity } from '#contract/loans/name-similarity.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { addCard, bindCard, isBound, mustBeSimilar } from '#server/modules/cards/steps.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { setCard } from '#server/modules/loans/steps/transition.ts'
import type { loanRows } from '#server/modules/loans/store.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { cardChangeRows } from './store.ts'

type Loan = Pick<typeof loanRows.$inferSelect, 'id' | 'customerId' | 'cardId'>

/** The account that the money of an order is to go to instead. */
export interface CardChangeArgs {
  readonly holder: string
  readonly bank: string
  readonly ifsc?: string | undefined
  readonly account: string
  readonly reason: string
}

async function mustHaveNoOpenChange(tx: Db, loanId: IdOf<'loan'>): Promise<void> {
  const open = and(eq(cardChangeRows.loanId, loanId), eq(cardChangeRows.state, 'pending'))
  const [change] = await tx.select({ id: cardChangeRows.id }).from(cardChangeRows).where(open)
  if (change) throw new Refusal('change_open')
}

/** Has the money of a locked order go to another card from now on. */
export async function applyChange(
  tx: Db,
  { id, customerId }: Pick<Loan, 'id' | 'customerId'>,
  cardId: IdOf<'card'>,
  now: Date,
): Promise<void> {
  await bindCard(tx, cardId, customerId, now)
  await setCard(tx, id, cardId)
}

/**
 * Changes the card of a locked order: at once, or once somebody else has approved it. Answers whether it waits for that.
 * @throws Refusal where the holder is not the customer, the branch is none, the card is there, or a change is open.
 */
export async function requestChange(
  { id: loanId, customerId, cardId: oldCardId }: Loan,
  { holder, bank, ifsc, account, reason }: CardChangeArgs,
  { tx, actor, now, today, app }: Context,
): Promise<boolean> {
  const { secrets, clock } = app
  if (clock.country === 'IN' && !ifscValid(ifsc ?? '')) throw new Refusal('ifsc_malformed')
  await mustHaveNoOpenChange(tx, loanId)
  const [customer] = await tx.select().from(customerRows).where(eq(customerRows.id, customerId))
  const similarityPpm = nameSimilarity(holder, customer?.name ?? '')
  await mustBeSimilar(tx, similarityPpm)
  const card = { customerId, holder, bank, ifsc: ifsc ?? null, account, similarityPpm }
  if (await isBound(tx, card, secrets)) throw new Refusal('same_card')
  const newCardId = await addCard(tx, card, { secrets, today })
  const waits = await parameter(tx, 'cardChange.fourEyes')
  await tx.insert(cardChangeRows).values({
    ...{ id: await newId(tx, cardChange.ids, today), loanId, oldCardId, newCardId, similarityPpm, reason },
    ...{ makerId: actor.id, makerUnitPath: actor.unitPath, requestedAt: now },
    ...(waits ? { state: 'pending' } : { state: 'passed', auditedAt: now }),
  })
  if (!waits) await applyChange(tx, { id: loanId, customerId }, newCardId, now)
  return waits
}
