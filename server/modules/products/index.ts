import { count, eq } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { type Part, products } from '#contract/products/calls.ts'
import { product } from '#contract/products/row.ts'
import { type Call, type Context, found, implement } from '#server/kernel/implement.ts'
import { templateFile } from '#server/kernel/template.ts'
import { addFromSheet } from './add.ts'
import { revisionsOf } from './history.ts'
import { quoteFor } from './quote.ts'
import { productTemplate } from './sheet.ts'
import { productSource } from './source.ts'
import { addProduct, addTerms } from './steps.ts'
import { productRows, type productTermRows } from './store.ts'
import { partOf, termsInForce, type ValueOf } from './terms.ts'

type ProductId = IdOf<'product'>
type TermRow = typeof productTermRows.$inferSelect

async function mustFind({ tx, fail }: Pick<Call<'not_found'>, 'tx' | 'fail'>, id: ProductId) {
  const [row] = await tx.select().from(productRows).where(eq(productRows.id, id))
  return row ?? fail('not_found')
}

const decided = ({ value, effectiveFrom, madeBy, madeAt }: TermRow) => {
  return { value: value as never, effectiveFrom, madeBy, madeAt: toInstant(madeAt) } // stored under its own part
}

/** The terms of one part of a product, now and later. */
const reading =
  (part: Part) =>
  async ({ productId }: { productId: ProductId }, call: Call<'not_found'>) => {
    const { id, version, currency } = await mustFind(call, productId)
    const { inForce, later } = await partOf(call.tx, productId, part, call.today)
    const known = { id, version: version as never, currency } // counted by the database
    return { ...known, inForce: inForce && decided(inForce), later: later.map(decided) }
  }

type Editing = Call<'effective_in_past', { readonly id: ProductId }>

/** Has a part of a product's terms changed from a day on. */
async function change<P extends Part>(
  call: Editing,
  part: P,
  value: ValueOf<P>,
  effectiveFrom: LocalDate,
): Promise<void> {
  const { tx, row, actor, now, today, fail } = call
  if (effectiveFrom < today) return fail('effective_in_past', { today })
  await addTerms(tx, row.id, { part, value }, { effectiveFrom, madeBy: actor.name, madeAt: now })
}

/** What is lent, and what it costs. */
export default implement(
  products,
  {
    list: productSource,

    template: async () => templateFile(productTemplate) as never, // a file stands for the answer

    async add(_, call) {
      const file = call.uploads!.files.file! // the kernel refuses a call without it
      const added = await addFromSheet(file.path, call)
      call.note({ objectId: added.join(', '), input: { file: file.name } })
      return { added }
    },

    async edit({ id, name, app, rank, icon }, { tx }) {
      await tx
        .update(productRows)
        .set({ name, app, rank, icon: icon ?? null })
        .where(eq(productRows.id, id))
    },

    async setState({ id, state }, { tx, today, fail }) {
      if (state === 'enabled' && !(await termsInForce(tx, id, today))) return fail('product_without_terms')
      await tx.update(productRows).set({ state }).where(eq(productRows.id, id))
    },

    async copy({ id, code, name }, call) {
      const { tx, actor, now, today, fail } = call
      const { version: _, ...row } = await mustFind({ tx, fail: call.fail as never }, id) // locked by the kernel
      const copy = { ...row, id: code as ProductId, name, state: 'disabled' as const, createdAt: now }
      const terms = await termsInForce(tx, id, today)
      const added = await addProduct(tx, { ...copy, changedBy: actor.name }, terms, today)
      if (!added) return fail('known_already')
    },

    quota: reading('quota'),
    penalty: reading('penalty'),
    extension: reading('extension'),

    editQuota: ({ levels, effectiveFrom }, call) => change(call, 'quota', levels, effectiveFrom),
    editPenalty: ({ penalty, effectiveFrom }, call) => change(call, 'penalty', penalty, effectiveFrom),
    editExtension: ({ extension, effectiveFrom }, call) => change(call, 'extension', extension, effectiveFrom),

    async history({ productId }, call) {
      await mustFind(call, productId)
      return { revisions: await revisionsOf(call.tx, productId, call.today) }
    },

    quote: async (asked, call) => quoteFor(asked, call),

    async refresh(_, { tx }: Context) {
      const [row] = await tx.select({ count: count() }).from(productRows)
      return { products: Number(row!.count) }
    },
  },
  [found(product, productSource)],
)
