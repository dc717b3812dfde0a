import { count, eq } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { products, type TermsPart } from '#contract/products/calls.ts'
import { product } from '#contract/products/row.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { templateFile } from '#server/kernel/call/csv-template.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { announceRefresh } from '#server/kernel/listing/caches.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { mustBeApp } from '#server/modules/apps/steps.ts'
import { addFromSheet } from './add.ts'
import { decisionFrom, pass, reject, requestChange, withdraw } from './changes.ts'
import { quoteFor } from './quote.ts'
import { revisionsOf } from './revisions.ts'
import { productTemplate, writeProduct } from './sheet.ts'
import { productSource } from './source.ts'
import { addProduct } from './steps/products.ts'
import { partOf, termsInForce } from './steps/terms.ts'
import type { StoredTerms } from './store.ts'
import { productRows } from './store.ts'

type ProductId = IdOf<'product'>

async function mustFind({ tx, fail }: Pick<Call<'not_found'>, 'tx' | 'fail'>, id: ProductId) {
  const [row] = await tx.select().from(productRows).where(eq(productRows.id, id))
  return row ?? fail('not_found')
}

const toTermVersion = ({ value, effectiveFrom, madeBy, madeAt }: StoredTerms) => {
  return { value: value as never, effectiveFrom, madeBy, madeAt: toInstant(madeAt) } // stored under its own part
}

/** The terms of one part of a product, now and later, and the change of them that waits. */
const partReader =
  (part: TermsPart) =>
  async ({ productId }: { productId: ProductId }, call: Call<'not_found'>) => {
    const { id, version, currency } = await mustFind(call, productId)
    const { inForce, later, waiting } = await partOf(call.tx, productId, part, call.today)
    const known = { id, version: version as never, currency } // counted by the database
    const nowAndLater = { inForce: inForce && toTermVersion(inForce), later: later.map(toTermVersion) }
    return { ...known, ...nowAndLater, waiting: waiting && toTermVersion(waiting) }
  }

/** The lines of a product's own sheet, on the terms of today: to be kept, or to be made another product of. */
async function linesOf(id: ProductId, call: Call<'not_found' | 'product_without_terms'>) {
  const row = await mustFind(call, id)
  const terms = await termsInForce(call.tx, id, call.today)
  return terms ? writeProduct(row, terms) : call.fail('product_without_terms')
}

/** Handlers of `products`: what is lent, and what it costs. */
export default implement(
  products,
  {
    list: productSource,

    template: async ({ productId }, call) =>
      templateFile(productTemplate, productId ? await linesOf(productId, call) : []) as never, // a file stands for the answer

    async add(_, call) {
      const file = call.uploads!.files.file! // the kernel refuses a call without it
      const added = await addFromSheet(file.path, call)
      call.note({ objectId: added.join(', '), input: { file: file.name } })
      return { added }
    },

    async edit({ id, name, app, rank, icon }, { tx, row }) {
      // of one that came before its app was kept the rest can still be changed
      if (app !== row.app) await mustBeApp(tx, app)
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
      const added = await addProduct(tx, { ...copy, changedBy: actor.name }, terms, await decisionFrom(today, call))
      if (!added) return fail('known_already')
    },

    quota: partReader('quota'),
    penalty: partReader('penalty'),
    extension: partReader('extension'),

    editQuota: ({ levels, effectiveFrom }, call) => requestChange('quota', levels, effectiveFrom, call),
    editPenalty: ({ penalty, effectiveFrom }, call) => requestChange('penalty', penalty, effectiveFrom, call),
    editExtension: ({ extension, effectiveFrom }, call) => requestChange('extension', extension, effectiveFrom, call),

    pass: ({ note }, call) => pass(note, call),
    reject: ({ note }, call) => reject(note, call),
    withdraw: (_, call) => withdraw(call),

    async history({ productId }, call) {
      const { currency } = await mustFind(call, productId)
      return { revisions: await revisionsOf(call.tx, productId, call.today, currency) }
    },

    quote: async (asked, call) => quoteFor(asked, call),

    async refresh(_, { tx }: Context) {
      await announceRefresh(tx)
      const [row] = await tx.select({ count: count() }).from(productRows)
      return { products: Number(row!.count) }
    },
  },
  [rowSource(product, productSource)],
)
