import { eq } from 'drizzle-orm'
import { type CardChange, cardChange, cardChanges } from '#contract/card-changes.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { mustBeSimilar } from '#server/modules/cards/steps.ts'
import { mustNotBeMaker } from '#server/modules/four-eyes/steps.ts'
import { causeOf, lockFor, logLoanEvent } from '#server/modules/loans/steps/transition.ts'
import { cardChangeSource } from './source.ts'
import { applyChange } from './steps.ts'
import { cardChangeRows } from './store.ts'

type CardChangeCall = Call<never, CardChange>

const decide = ({ tx, row, actor, now }: CardChangeCall, state: 'passed' | 'rejected', note: string | undefined) =>
  tx
    .update(cardChangeRows)
    .set({ state, checkerId: actor.id, auditedAt: now, note: note || null })
    .where(eq(cardChangeRows.id, row.id))

/** Handlers of `cardChanges`: changes of the card that an order is paid out to. */
export default implement(
  cardChanges,
  {
    list: cardChangeSource,

    async pass({ note }, call) {
      const { tx, row, now } = call
      mustNotBeMaker(call)
      const loan = await lockFor(tx, row.loanId, 'changeCard')
      await mustBeSimilar(tx, row.similarity)
      const [change] = await tx.select().from(cardChangeRows).where(eq(cardChangeRows.id, row.id))
      await applyChange(tx, loan, change!.newCardId, now)
      await decide(call, 'passed', note)
      await logLoanEvent(tx, loan, { ...causeOf(call, row.reason), event: 'changeCard' })
    },

    async reject({ note }, call) {
      mustNotBeMaker(call)
      await decide(call, 'rejected', note)
    },
  },
  [rowSource(cardChange, cardChangeSource)],
)
