import { z } from 'zod'
import { api, read, write } from './kernel/endpoint.ts'
import { QueryText } from './kernel/selection.ts'
import { Id } from './kernel/values.ts'

/** As many views as a list has for one person, one team or one role, and the longest name of one. */
export const viewsMax = 20
export const viewNameMax = 40

const columnsMax = 200
const Listing = z.string().max(80)
/** A declared view by its name, or a saved one by its id, which begins with `~` as no name does. */
const ViewName = z.string().min(1).max(40)

/** A column as it is laid out. `width` in pixels; none: as wide as it is by itself. */
const Laid = z.object({
  field: z.string().max(80),
  shown: z.boolean(),
  pinned: z.boolean(),
  width: z.int().min(1).max(10_000).nullable(),
})

/** Whom a view is for: whoever saved it; everybody of a unit and of those below it; everybody who has a role. */
export const Audience = z.enum(['own', 'team', 'role'])
export type Audience = z.output<typeof Audience>

/** Saved view: a filter, an order and columns under a name. The list may have changed since it was saved. */
export const SavedView = z.object({
  id: Id('view'),
  listing: Listing,
  title: z.string(),
  /** Canonical; nothing in it is personal. */
  query: QueryText,
  layout: z.array(Laid),
  audience: Audience,
  /** The person, the unit or the role it is for. */
  of: z.object({ id: z.string(), name: z.string() }),
  /** It is for whoever asks. Whoever sees to the views of roles is told of the others too. */
  mine: z.boolean(),
  mayChange: z.boolean(),
})
export type SavedView = z.output<typeof SavedView>

/** Default view, the one that a list opens with: as a person has chosen for themselves, or as it is for a role. */
const Opening = z.object({
  listing: Listing,
  audience: Audience.exclude(['team']),
  of: z.string(),
  view: ViewName,
  mine: z.boolean(),
})

/** Every saved view that counts for somebody, and with whom they may share theirs. */
export const Views = z.object({
  views: z.array(SavedView),
  openings: z.array(Opening),
  /** Their unit, and the lists whose views they may share with it. */
  team: z.object({ name: z.string(), listings: z.array(Listing) }),
  /** The roles whose views they see to. */
  roles: z.array(z.object({ id: Id('role'), name: z.string() })),
})
export type Views = z.output<typeof Views>

/**
 * Views of lists that people have saved, for themselves and for others. Every call answers all of them as they are
 * then.
 */
export const views = api('views', {
  get: read('GET /views', { requires: 'anyone', input: z.object({}), output: Views }),

  /** Saves a view, over the one that has its name there. */
  save: write('POST /views', {
    requires: 'anyone',
    input: z.object({
      listing: Listing,
      title: z.string().trim().min(1).max(viewNameMax),
      query: QueryText,
      layout: z.array(Laid).max(columnsMax),
      audience: Audience.default('own'),
      /** The role it is for, where it is for one. */
      roleId: Id('role').optional(),
    }),
    output: Views,
    faults: ['unknown_listing', 'bad_query', 'view_personal', 'too_many_views', 'unknown_role'],
  }),

  remove: write('POST /views/remove', {
    requires: 'anyone',
    input: z.object({ id: Id('view') }),
    output: Views,
    faults: ['not_found'],
  }),

  /** Says which view a list opens with, for oneself or for a role; null: as it does by itself. */
  open: write('POST /views/opening', {
    requires: 'anyone',
    input: z.object({ listing: Listing, view: ViewName.nullable(), roleId: Id('role').optional() }),
    output: Views,
    faults: ['unknown_listing', 'unknown_role'],
  }),
})
