import { eq } from 'drizzle-orm'
import { type CardChange, cardChange, cardChanges } from '#contract/card-changes.ts'
import { type Call, found, implement } from '#server/kernel/implement.ts'
import { mustBeSimilar } from '#server/modules/loans/pay-out.ts'
import { lockFor } from '#server/modules/loans/steps.ts'
import { mustBeAnothers } from '#server/modules/staff/two-people.ts'
import { cardChangeSource } from './source.ts'
import { applyChange } from './steps.ts'
import { cardChangeRows } from './store.ts'

type Deciding = Call<never, CardChange>

const decide = ({ tx, row, actor, now }: Deciding, state: 'passed' | 'rejected', note: string | undefined) =>
  tx
    .update(cardChangeRows)
    .set({ state, checkerId: actor.id, auditedAt: now, note: note || null })
    .where(eq(cardChangeRows.id, row.id))

/** Changes of the card that an order is paid out to. */
export default implement(
  cardChanges,
  {
    list: cardChangeSource,

    async pass({ note }, call) {
      const { tx, row, now } = call
      mustBeAnothers(call)
      const loan = await lockFor(tx, row.loanId, 'changeCard')
      await mustBeSimilar(tx, row.similarity)
      const [change] = await tx.select().from(cardChangeRows).where(eq(cardChangeRows.id, row.id))
      await applyChange(tx, loan, change!.newCardId, now)
      await decide(call, 'passed', note)
    },

    async reject({ note }, call) {
      mustBeAnothers(call)
      await decide(call, 'rejected', note)
    },
  },
  [found(cardChange, cardChangeSource)],
)
