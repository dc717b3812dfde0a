import { and, asc, type Column, eq, inArray, or, type SQL } from 'drizzle-orm'
import type { Requirement } from '#contract/kernel/rights.ts'
import type { Views } from '#contract/views.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { nameIn } from '#server/kernel/listing/labels.ts'
import { roleNameIn } from '#server/modules/roles/steps/role-names.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { unitName } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { managesRoleViews, mayShare } from './sharing.ts'
import { viewOpeningRows, viewRows } from './store.ts'

type StoredView = typeof viewRows.$inferSelect

/** The units from the root down to somebody's own. */
const unitsOf = ({ unitPath }: Actor): string[] => unitPath.split('/').filter(Boolean)

/** The rows that somebody may hear of; those of every role for whoever sees to them. */
function isVisible({ actor }: Context, { audience, ownerId }: Readonly<Record<'audience' | 'ownerId', Column>>): SQL {
  const ofRoles = managesRoleViews(actor) ? undefined : inArray(ownerId, [...actor.roles])
  const own = and(eq(audience, 'own'), eq(ownerId, actor.id))
  const team = and(eq(audience, 'team'), inArray(ownerId, unitsOf(actor)))
  return or(own, team, and(eq(audience, 'role'), ofRoles))! // of three conditions one is left
}

const isMine = ({ audience, ownerId }: Pick<StoredView, 'audience' | 'ownerId'>, actor: Actor): boolean =>
  audience !== 'role' || actor.roles.some((role) => role === ownerId)

/** Whether somebody may change a view that they hear of. */
export function mayChange({ audience, ownerId }: StoredView, page: Requirement, actor: Actor): boolean {
  if (audience === 'team') return ownerId === actor.unitId && mayShare(actor, page)
  return audience === 'own' || managesRoleViews(actor)
}

/** A view that somebody hears of, by its id. */
export async function findView(id: StoredView['id'], context: Context): Promise<StoredView | undefined> {
  const [view] = await context.tx
    .select()
    .from(viewRows)
    .where(and(eq(viewRows.id, id), isVisible(context, viewRows)))
  return view
}

async function namesOf(stored: readonly StoredView[], { tx, t }: Context): Promise<ReadonlyMap<string, string>> {
  const ids = stored.map(({ ownerId }) => ownerId)
  const units = await tx.select({ id: unitRows.id, name: nameIn(unitRows, t) }).from(unitRows)
  const roles = await tx.select({ id: roleRows.id, name: roleNameIn(t) }).from(roleRows)
  return new Map([...units, ...roles].filter(({ id }) => ids.includes(id)).map(({ id, name }) => [id, name]))
}

/** Every view that counts for whoever asks, of the lists that they may look at. */
export async function viewsOf(context: Context): Promise<Views> {
  const { tx, actor, app } = context
  const readable = (listing: string): Requirement | null => {
    const requires = app.registry.listings.get(listing)?.listing.requires
    return requires && actor.may(requires) ? requires : null
  }
  const stored = await tx.select().from(viewRows).where(isVisible(context, viewRows)).orderBy(asc(viewRows.savedAt))
  const names = await namesOf(stored, context)
  const openings = await tx.select().from(viewOpeningRows).where(isVisible(context, viewOpeningRows))
  const all = [...app.registry.listings.values()].map(({ listing }) => listing)
  return {
    views: stored.flatMap((view) => {
      const page = readable(view.listing)
      if (!page) return []
      const { id, listing, title, query, layout, audience, ownerId } = view
      const of = { id: ownerId, name: names.get(ownerId) ?? '' }
      return {
        ...{ id, listing, title, query, layout, audience, of },
        mine: isMine(view, actor),
        mayChange: mayChange(view, page, actor),
      }
    }),
    openings: openings
      .filter(({ listing }) => readable(listing))
      .map(({ ownerId, ...one }) => ({ ...one, of: ownerId, mine: isMine({ ...one, ownerId }, actor) })),
    team: {
      name: await unitName(tx, actor.unitId, context.t),
      listings: all.filter(({ requires }) => mayShare(actor, requires)).map(({ id }) => id),
    },
    roles: managesRoleViews(actor)
      ? await tx
          .select({ id: roleRows.id, name: roleNameIn(context.t) })
          .from(roleRows)
          .orderBy(roleNameIn(context.t))
      : [],
  }
}
