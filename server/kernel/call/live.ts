import { sql } from 'drizzle-orm'
import type { Listing } from '#contract/kernel/list.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { type Source, withinScope } from '#server/kernel/listing/source.ts'
import type { AppContext } from './context.ts'

/** Change event: rows of a noun that changed, their ids and versions, or nothing but that some did; of `*`, that some may have. */
export interface ChangeEvent {
  readonly noun: string
  readonly rows: readonly { readonly id: string; readonly version: number }[] | null
}

/** Somebody who wants to know. */
interface Listener {
  readonly actor: Actor
  tell(changed: ChangeEvent): void
}

/** Fans out what changed to whoever may see it. */
export interface Live {
  join(listener: Listener): () => void
  stop(): Promise<void>
}

const missed: ChangeEvent = { noun: '*', rows: null }

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

/** Those of `ids` that somebody may see in a listing. */
async function visibleIds(
  { listing, source }: ListedSource,
  ids: readonly string[],
  actor: Actor,
  app: AppContext,
): Promise<string[]> {
  const access = { actor, scopes: actor.scopesOf(listing.requires), app }
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
  const rows = await rowsOf<{ id: string }>(
    app.database.db,
    sql`select ${source.table.id} as id from ${source.from} where ${source.table.id} in (${list}) and ${withinScope(source, access)}`,
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
  const tell = async (changed: ChangeEvent) => {
    for (const listener of listeners) {
      const mine = await visibleTo(changed, listener.actor, app)
      if (mine) listener.tell(mine)
    }
  }
  const unlisten = await app.database.listen('rows', (payload) => {
    if (listeners.size === 0) return
    void tell(parsePayload(payload)).catch((error: unknown) => app.log.error({ err: error }, 'live'))
  })
  return {
    join(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: unlisten,
  }
}
