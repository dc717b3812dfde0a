import { Readable } from 'node:stream'
import { and, eq } from 'drizzle-orm'
import { exportSubject, exports } from '#contract/exports.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { mayUnmask } from '#server/kernel/export/view-to-export.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { mustBeWithinReach } from './access.ts'
import { type Export, readParts } from './build.ts'
import { createExport, toExportStatus } from './create.ts'
import { exportSource } from './source.ts'
import { exportPartRows, exportRows } from './store.ts'

/** How long a link is good. */
const linkMs = 5 * 60_000

/** A listing that the caller may look at, or take out. */
function mustBeListing(id: string, { app, actor }: Context, to: 'read' | 'export') {
  const known = app.registry.listings.get(id)
  const requires = to === 'export' ? known?.listing.export?.requires : known?.listing.requires
  if (!known || !requires) throw new Refusal('unknown_listing')
  if (!actor.may(requires)) throw new Refusal('forbidden')
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

/** Gives a file up that is being made, or throws away one that is. */
async function stopExport(id: IdOf<'export'>, { tx }: Context): Promise<void> {
  await tx.update(exportRows).set({ state: 'stopped' }).where(eq(exportRows.id, id))
  await tx.delete(exportPartRows).where(eq(exportPartRows.exportId, id))
}

/** A file that is there, for whoever it was made for. @throws Refusal `not_found`, `export_gone`, `forbidden`. */
async function mustBeFile(id: IdOf<'export'>, context: Context): Promise<Export> {
  const made = await mustBeMine(id, context)
  if (made.state !== 'done' || made.expiresAt <= context.now) throw new Refusal('export_gone')
  mustBeWithinReach(made, context)
  return made
}

const fileOf = (made: Export, { app }: Context) =>
  new FileResponse(made.name, made.type, Readable.from(readParts(made, app))) as never // stands for the answer

/** Handlers of `exports`: files that are made of lists. */
export default implement(
  exports,
  {
    list: exportSource,

    async start(input, context) {
      const { listing, source } = mustBeListing(input.listing, context, 'export')
      return createExport(listing, source, input, context)
    },

    async unmasked({ reason: _, ...input }, context) {
      const { listing, source } = mustBeListing(input.listing, context, 'export')
      if (!mayUnmask(listing, context)) return context.fail('forbidden')
      return createExport(listing, source, { ...input, unmasked: true }, context)
    },

    get: async ({ id }, context) => toExportStatus(await mustBeMine(id, context)),

    async stop({ id }, context) {
      const { state, ...made } = await mustBeMine(id, context)
      await stopExport(id, context)
      return toExportStatus({ ...made, state: 'stopped' })
    },

    async discard({ id }, context) {
      await mustBeMine(id, context)
      await stopExport(id, context)
    },

    download: async ({ id }, context) => fileOf(await mustBeFile(id, context), context),

    async link({ id }, context) {
      const made = await mustBeFile(id, context)
      const { now, app } = context
      const until = Math.min(now.getTime() + linkMs, made.expiresAt.getTime())
      const key = app.secrets.sign('exports', signed(id, until))
      return { href: `/api/exports/${id}/file?until=${until}&key=${key}` }
    },

    async file({ id, until, key }, context) {
      const made = await mustBeFile(id, context)
      const { app, now, fail } = context
      const good = until > now.getTime() && app.secrets.verify('exports', signed(id, until), key)
      if (!good) return fail('export_gone')
      return fileOf(made, context)
    },

    async copied(input, context) {
      const { listing } = mustBeListing(input.listing, context, 'read')
      context.note({ page: listing.requires as string }) // a listing belongs to one page
      return {}
    },
  },
  [rowSource(exportSubject, exportSource)],
)
