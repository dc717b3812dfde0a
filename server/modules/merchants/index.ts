import { asc, eq } from 'drizzle-orm'
import type { IdOf, Version } from '#contract/kernel/values.ts'
import { type Merchant, merchants } from '#contract/merchants.ts'
import type { Db } from '#server/kernel/database.ts'
import { implement } from '#server/kernel/implement.ts'
import { bindProduct } from '#server/modules/products/steps.ts'
import { productRows } from '#server/modules/products/store.ts'
import { merchantRows } from './store.ts'

/** Merchants with their products: all, or the one of an id. */
async function merchantsOf(tx: Db, id?: IdOf<'merchant'>): Promise<Merchant[]> {
  const wanted = id && eq(merchantRows.id, id)
  const rows = await tx.select().from(merchantRows).where(wanted).orderBy(asc(merchantRows.name), asc(merchantRows.id))
  const bound = await tx
    .select({ id: productRows.id, merchantId: productRows.merchantId })
    .from(productRows)
    .orderBy(asc(productRows.rank), asc(productRows.id))
  return rows.map(({ id: merchantId, name, state, version }) => ({
    id: merchantId,
    version: version as Version, // counted by the database
    name,
    state,
    products: bound.filter((one) => one.merchantId === merchantId).map((one) => one.id),
  }))
}

/** Businesses that products belong to. */
export default implement(merchants, {
  list: async (_, { tx }) => ({ merchants: await merchantsOf(tx) }),

  async add({ code, name }, { tx, now, note, fail }) {
    const id = code as IdOf<'merchant'> // named by whoever adds it
    const added = await tx.insert(merchantRows).values({ id, name, createdAt: now }).onConflictDoNothing().returning()
    if (added.length === 0) return fail('known_already')
    note({ objectId: id })
    return (await merchantsOf(tx, id))[0]!
  },

  async setState({ merchantId, state }, { tx, note, fail }) {
    const [before] = await merchantsOf(tx, merchantId)
    if (!before) return fail('not_found')
    await tx.update(merchantRows).set({ state }).where(eq(merchantRows.id, merchantId))
    const after = { ...before, state }
    note({ objectId: merchantId, before, after })
    return (await merchantsOf(tx, merchantId))[0]!
  },

  async bind({ id, merchantId }, { tx, fail }) {
    const [merchant] = await tx.select().from(merchantRows).where(eq(merchantRows.id, merchantId))
    if (!merchant) return fail('unknown_merchant')
    if (merchant.state !== 'enabled') return fail('merchant_disabled', { merchant: merchant.name })
    await bindProduct(tx, id, merchantId)
  },
})
