import { Readable } from 'node:stream'
import { and, eq } from 'drizzle-orm'
import { exports } from '#contract/exports.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { FileAnswer } from '#server/kernel/file.ts'
import { type Context, implement, Refusal } from '#server/kernel/implement.ts'
import { mayUnmask } from '#server/kernel/listing.ts'
import { begin, toMade } from './begin.ts'
import { type Export, partsOf } from './make.ts'
import { exportPartRows, exportRows } from './store.ts'

/** How long a link is good. */
const linkMs = 5 * 60_000

/** A listing that the caller may look at, or take out. */
function mustBeListing(id: string, { ground, actor }: Context, to: 'read' | 'export') {
  const known = ground.registry.listings.get(id)
  const may = to === 'export' ? known?.listing.export?.may : known?.listing.may
  if (!known || !may) throw new Refusal('unknown_listing')
  if (!actor.may(may)) throw new Refusal('forbidden')
  return known
}

/** One's own. Somebody else's looks like none. */
async function mustBeMine(id: IdOf<'export'>, { tx, actor }: Context): Promise<Export> {
  const [made] = await tx
    .select()
    .from(exportRows)
    .where(and(eq(exportRows.id, id), eq(exportRows.staffId, actor.id)))
  if (!made) throw new Refusal('not_found')
  return made
}

const signed = (id: string, until: number): string => `${id} ${until}`

/** Files that are made of lists. */
export default implement(exports, {
  async start(input, context) {
    const { listing, source } = mustBeListing(input.listing, context, 'export')
    return begin(listing, source, input, context)
  },

  async unmasked({ reason: _, ...input }, context) {
    const { listing, source } = mustBeListing(input.listing, context, 'export')
    if (!mayUnmask(listing, context)) return context.fail('forbidden')
    return begin(listing, source, { ...input, unmasked: true }, context)
  },

  get: async ({ id }, context) => toMade(await mustBeMine(id, context)),

  async stop({ id }, context) {
    const { state, ...made } = await mustBeMine(id, context)
    const { tx } = context
    const stopped = { ...made, state: 'stopped' as const }
    await tx.update(exportRows).set({ state: 'stopped' }).where(eq(exportRows.id, id))
    await tx.delete(exportPartRows).where(eq(exportPartRows.exportId, id))
    return toMade(stopped)
  },

  async link({ id }, context) {
    const made = await mustBeMine(id, context)
    const { now, ground, fail } = context
    if (made.state !== 'done' || made.expiresAt <= now) return fail('export_gone')
    const until = Math.min(now.getTime() + linkMs, made.expiresAt.getTime())
    const key = ground.secrets.sign('exports', signed(id, until))
    return { href: `/api/exports/${id}/file?until=${until}&key=${key}` }
  },

  async file({ id, until, key }, context) {
    const { ground, now, tx, fail } = context
    const good = until > now.getTime() && ground.secrets.verify('exports', signed(id, until), key)
    if (!good) return fail('export_gone')
    const [made] = await tx.select().from(exportRows).where(eq(exportRows.id, id))
    if (made?.state !== 'done') return fail('export_gone')
    return new FileAnswer(made.name, made.type, Readable.from(partsOf(made, ground))) as never // stands for the answer
  },

  async copied(input, context) {
    const { listing } = mustBeListing(input.listing, context, 'read')
    context.note({ page: listing.may as string }) // a listing belongs to one page
    return {}
  },
})
