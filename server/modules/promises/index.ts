import { eq } from 'drizzle-orm'
import { promise, promises } from '#contract/promises.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { showPromises } from '#server/modules/cases/steps/working-state.ts'
import { promiseSource } from './source.ts'
import { promiseRows } from './store.ts'

/** Handlers of `promises`: promises to pay. */
export default implement(
  promises,
  {
    list: promiseSource,

    async cancel({ reason }, { tx, row, now }) {
      const cancelled = { state: 'cancelled' as const, decidedAt: now, reason }
      await tx.update(promiseRows).set(cancelled).where(eq(promiseRows.id, row.id))
      await showPromises(tx, [row.loanId])
    },
  },
  [rowSource(promise, promiseSource)],
)
