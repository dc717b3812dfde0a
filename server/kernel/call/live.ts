import { sql } from 'drizzle-orm'
import type { Listing } from '#contract/kernel/list.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { forgetCaches } from '#server/kernel/listing/caches.ts'
import { type Source, withinScope } from '#server/kernel/listing/source.ts'
import type { AppContext } from './context.ts'

/** Change event: rows of a noun that changed, their ids and versions, or nothing but that some did; of `*`, that some may have. */
export interface ChangeEvent {
  readonly noun: string
  readonly rows: readonly { readonly id: string; readonly version: number }[] | null
}

/** Somebody who wants to know. */
interface Listener {
  /** With the rights they have now. */
  actor: Actor
  tell(changed: ChangeEvent): void
}

/** Fans out what changed to whoever may see it. */
export interface Live {
  join(listener: Listener): () => void
  /** Has `hear` called when what these members of staff may, or where they stand, may have changed; null: anybody. */
  onRightsChanged(hear: (staffIds: readonly string[] | null) => void): void
  stop(): Promise<void>
}

const missed: ChangeEvent = { noun: '*', rows: null }
/** What everybody is told when labels or entries of dictionaries are others. */
const wordsEvent: ChangeEvent = { noun: 'words', rows: null }

/** What everybody is told when the menu is other. */
const menuEvent: ChangeEvent = { noun: 'menu', rows: null }
/** What everybody is told when anybody's duty is other: it is no list, whose rows they may see or not. */
const dutyEvent: ChangeEvent = { noun: 'duty', rows: null }
/** What everybody is told of a change, by its noun, whatever they may see. */
const eventsForAll: Readonly<Record<string, readonly ChangeEvent[]>> = {
  dictionaryEntries: [wordsEvent],
  duty: [dutyEvent],
  menuEntries: [wordsEvent, menuEvent], // titles are words
}

/** Nouns that decide what anybody may, or where anybody stands. */
const ofEverybody: readonly string[] = ['roles', 'units']

/** Whose rights a change may be of: those of the staff who changed, of everybody where a role or a unit did; null: nobody's. */
function rightsAffected(changed: ChangeEvent): { readonly staffIds: readonly string[] | null } | null {
  if (changed === missed || ofEverybody.includes(changed.noun)) return { staffIds: null }
  return changed.noun === 'staff' ? { staffIds: changed.rows?.map(({ id }) => id) ?? null } : null
}

/** `loans LN1:3,LN2:7`, or `loans` alone where it were too many; nothing where some was missed. */
function parsePayload(payload: string): ChangeEvent {
  const [noun, list] = payload.split(' ')
  if (!noun) return missed
  if (!list) return { noun, rows: null }
  const rows = list.split(',').map((row) => {
    const at = row.lastIndexOf(':')
    return { id: row.slice(0, at), version: Number(row.slice(at + 1)) }
  })
  return { noun, rows }
}

interface ListedSource {
  readonly listing: Listing
  readonly source: Source
}

/** Those of `ids` that somebody may see in a listing, or saw until this change. */
async function visibleIds(
  { listing, source }: ListedSource,
  ids: readonly string[],
  actor: Actor,
  app: AppContext,
): Promise<string[]> {
  const access = { actor, scopes: actor.scopesOf(listing.requires), app }
  const within = withinScope(source, access)
  const told = source.takenFrom ? sql`(${within} or ${source.takenFrom(actor)})` : within
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
  const rows = await rowsOf<{ id: string }>(
    app.database.db,
    sql`select ${source.table.id} as id from ${source.from} where ${source.table.id} in (${list}) and ${told}`,
  )
  return rows.map(({ id }) => id)
}

/** What of a change one person may be told: rows of listings they may see, within their scope. */
async function visibleTo(changed: ChangeEvent, actor: Actor, app: AppContext): Promise<ChangeEvent | null> {
  if (changed === missed) return changed
  const shown = [...app.registry.listings.values()].filter(
    ({ listing }) => listing.lists?.noun === changed.noun && actor.may(listing.requires),
  )
  if (shown.length === 0) return null
  const { rows } = changed
  if (!rows || shown.some(({ listing }) => actor.scopesOf(listing.requires).includes('all'))) return changed
  const ids = rows.map(({ id }) => id)
  const seen = new Set((await Promise.all(shown.map((one) => visibleIds(one, ids, actor, app)))).flat())
  const left = rows.filter(({ id }) => seen.has(id))
  return left.length > 0 ? { ...changed, rows: left } : null
}

/** Listens to the database, so that many servers tell the same. */
export async function startLive(app: AppContext): Promise<Live> {
  const listeners = new Set<Listener>()
  let rightsChanged: Parameters<Live['onRightsChanged']>[0] = () => {}
  const tell = async (changed: ChangeEvent) => {
    for (const listener of listeners) {
      const mine = await visibleTo(changed, listener.actor, app)
      if (mine) listener.tell(mine)
    }
  }
  const unlisten = await app.database.listen('rows', (payload) => {
    const changed = parsePayload(payload)
    const toldToAll = eventsForAll[changed.noun] ?? []
    if (changed === missed) forgetCaches(app.database)
    if (toldToAll.length > 0 || changed === missed) app.words.forget()
    if (listeners.size === 0) return
    for (const event of toldToAll) for (const listener of listeners) listener.tell(event)
    const affected = rightsAffected(changed)
    if (affected) rightsChanged(affected.staffIds)
    void tell(changed).catch((error: unknown) => app.log.error({ err: error }, 'live'))
  })
  return {
    join(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onRightsChanged(hear) {
      rightsChanged = hear
    },
    stop: unlisten,
  }
}
