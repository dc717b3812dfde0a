import { eq } from 'drizzle-orm'
import { settlementItem, settlementItems } from '#contract/settlement-items.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { settlementItemSource } from './source.ts'
import { settlementItemRows as rows } from './store.ts'

/** Handlers of `settlementItems`: what gateways tell, held against our book. */
export default implement(
  settlementItems,
  {
    list: settlementItemSource,

    async explain({ id, reason }, { tx, actor, now }) {
      const explained = { state: 'explained' as const, reason, explainedBy: actor.id, explainedAt: now }
      await tx.update(rows).set(explained).where(eq(rows.id, id))
    },
  },
  [rowSource(settlementItem, settlementItemSource)],
)
