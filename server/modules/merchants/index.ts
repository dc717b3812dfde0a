import { eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { merchant, merchants } from '#contract/merchants.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { bindProduct } from '#server/modules/products/steps/products.ts'
import { merchantSource } from './source.ts'
import { merchantRows } from './store.ts'

/** Handlers of `merchants`: businesses that products belong to. */
export default implement(
  merchants,
  {
    list: merchantSource,

    async add({ code, name }, { tx, now, note, fail }) {
      const id = code as IdOf<'merchant'> // named by whoever adds it
      const added = await tx.insert(merchantRows).values({ id, name, createdAt: now }).onConflictDoNothing().returning()
      if (added.length === 0) return fail('known_already')
      note({ objectId: id })
      return { id }
    },

    async setState({ state }, { tx, row }) {
      await tx.update(merchantRows).set({ state }).where(eq(merchantRows.id, row.id))
    },

    async bind({ id, merchantId }, { tx, fail }) {
      const [bound] = await tx.select().from(merchantRows).where(eq(merchantRows.id, merchantId))
      if (!bound) return fail('unknown_merchant')
      if (bound.state !== 'enabled') return fail('merchant_disabled', { merchant: bound.name })
      await bindProduct(tx, id, merchantId)
    },
  },
  [rowSource(merchant, merchantSource)],
)
