import { randomUUID } from 'node:crypto'
import { and, count, eq, ne } from 'drizzle-orm'
import { personalTerms } from '#contract/kernel/query/tokenize.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { views, viewsMax } from '#contract/views.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { viewOf } from '#server/kernel/listing/view.ts'
import { mustOwn } from './sharing.ts'
import { viewOpeningRows, viewRows } from './store.ts'
import { findView, mayChange, viewsOf } from './visible-views.ts'

/** A listing that the caller may look at. What is saved for it is on the record of its page. */
function mustBeListing(id: string, { app, actor, note }: Context) {
  const known = app.registry.listings.get(id)
  if (!known) throw new Refusal('unknown_listing')
  if (!actor.may(known.listing.requires)) throw new Refusal('forbidden')
  note({ page: known.listing.requires as string }) // a listing belongs to one page
  return known
}

/** Handlers of `views`: views of lists that people have saved. */
export default implement(views, {
  get: (_, context) => viewsOf(context),

  async save({ listing: id, title, query, layout, audience, roleId }, context) {
    const { tx, actor, now, fail, note } = context
    const { listing, source } = mustBeListing(id, context)
    const ownerId = await mustOwn({ audience, roleId }, listing.requires, context)
    // what stands under a token is in the open here
    const { query: understood } = await viewOf(listing, source, { q: query }, context)
    const reader = { fields: listing.fields, searchable: listing.search }
    if (personalTerms(understood, reader).length > 0) return fail('view_personal')
    const beside = and(eq(viewRows.listing, id), eq(viewRows.audience, audience), eq(viewRows.ownerId, ownerId))
    const [others] = await tx
      .select({ count: count() })
      .from(viewRows)
      .where(and(beside, ne(viewRows.title, title)))
    if (Number(others!.count) >= viewsMax) return fail('too_many_views', { max: viewsMax })
    const made = `~${randomUUID().replaceAll('-', '').slice(0, 12)}` as IdOf<'view'> // made here, and nowhere else
    const what = { query, layout, makerId: actor.id, savedAt: now }
    const [saved] = await tx
      .insert(viewRows)
      .values({ id: made, listing: id, audience, ownerId, title, ...what })
      .onConflictDoUpdate({
        target: [viewRows.listing, viewRows.audience, viewRows.ownerId, viewRows.title],
        set: what,
      })
      .returning({ id: viewRows.id })
    note({ objectId: saved!.id })
    return viewsOf(context)
  },

  async remove({ id }, context) {
    const { tx, app, fail } = context
    const view = await findView(id, context)
    const page = view && app.registry.listings.get(view.listing)?.listing.requires
    if (!view || !page || !mayChange(view, page, context.actor)) return fail('not_found')
    await tx.delete(viewRows).where(eq(viewRows.id, id))
    await tx.delete(viewOpeningRows).where(eq(viewOpeningRows.view, id))
    return viewsOf(context)
  },

  async open({ listing: id, view, roleId }, context) {
    const { tx } = context
    const { listing } = mustBeListing(id, context)
    const audience = roleId ? 'role' : 'own'
    const ownerId = await mustOwn({ audience, roleId }, listing.requires, context)
    const { ownerId: of, audience: by, listing: at } = viewOpeningRows
    if (view === null) {
      await tx.delete(viewOpeningRows).where(and(eq(of, ownerId), eq(by, audience), eq(at, id)))
    } else {
      const row = { ownerId, audience, listing: id, view } as const
      await tx
        .insert(viewOpeningRows)
        .values(row)
        .onConflictDoUpdate({ target: [of, by, at], set: { view } })
    }
    return viewsOf(context)
  },
})
