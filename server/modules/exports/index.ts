import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { and, count, eq, sql } from 'drizzle-orm'
import { exports, type Made } from '#contract/exports.ts'
import type { IdOf, Instant } from '#contract/kernel/values.ts'
import { rowsOf } from '#server/kernel/database.ts'
import { fileOf, writing } from '#server/kernel/export.ts'
import { FileAnswer } from '#server/kernel/file.ts'
import { type Context, implement, Refusal } from '#server/kernel/implement.ts'
import { viewToExport } from '#server/kernel/listing.ts'
import { languageOf } from '#server/kernel/words.ts'
import { type Export, partsOf } from './make.ts'
import { launch } from './run.ts'
import { exportPartRows, exportRows } from './store.ts'

/** How many files somebody may have made at once, how long one is kept, and how long its link is good. */
const [atOnceMax, keptMs, linkMs] = [3, 24 * 3_600_000, 5 * 60_000]

const toMade = ({ id, name, state, done, count: all, expiresAt }: Export): Made => ({
  id,
  name,
  state,
  done,
  count: all,
  expiresAt: expiresAt.toISOString() as Instant, // as the contract has moments
})

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
    const { tx, actor, now, requestId, note, afterwards } = context
    const { listing, source } = mustBeListing(input.listing, context, 'export')
    const view = await viewToExport(listing, source, input, context)
    const making = and(eq(exportRows.staffId, actor.id), eq(exportRows.state, 'making'))
    const [others] = await tx.select({ count: count() }).from(exportRows).where(making)
    if (Number(others!.count) >= atOnceMax) return context.fail('too_many_exports', { max: atOnceMax })
    const [rows] = await rowsOf<{ count: number }>(
      tx,
      sql`select count(*)::int as count from ${source.from} where ${view.where}`,
    )
    writing(view, input, context) // a column that is not there is refused now
    const { name, type } = fileOf(view, input)
    const made: Export = {
      id: `EX${randomUUID().replaceAll('-', '').slice(0, 24)}` as Made['id'], // made here, and nowhere else
      staffId: actor.id,
      listing: listing.id,
      input: { ...input, asOf: input.asOf ?? view.asOf },
      language: languageOf(input.language),
      name,
      type,
      state: 'making',
      done: 0,
      count: rows!.count,
      requestId,
      createdAt: now,
      beatAt: now,
      expiresAt: new Date(now.getTime() + keptMs),
    }
    await tx.insert(exportRows).values(made)
    note({ objectId: made.id })
    afterwards(async () => {
      launch(made, context)
      return toMade(made)
    })
    return toMade(made)
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
