import { sql } from 'drizzle-orm'
import type { Listing } from '#contract/kernel/list.ts'
import { rowsOf } from './database.ts'
import type { Ground } from './ground.ts'
import type { Actor } from './permit.ts'
import { type Source, withinReach } from './source.ts'

/** Rows of a noun that changed: their ids and versions, or nothing but that some did; of `*`, that some may have. */
export interface Changed {
  readonly noun: string
  readonly rows: readonly { readonly id: string; readonly version: number }[] | null
}

/** Somebody who wants to know. */
interface Listener {
  readonly actor: Actor
  tell(changed: Changed): void
}

/** Fans out what changed to whoever may see it. */
export interface Live {
  join(listener: Listener): () => void
  stop(): Promise<void>
}

const missed: Changed = { noun: '*', rows: null }

/** `loans LN1:3,LN2:7`, or `loans` alone where it were too many; nothing where some was missed. */
function heard(payload: string): Changed {
  const [noun, list] = payload.split(' ')
  if (!noun) return missed
  if (!list) return { noun, rows: null }
  const rows = list.split(',').map((row) => {
    const at = row.lastIndexOf(':')
    return { id: row.slice(0, at), version: Number(row.slice(at + 1)) }
  })
  return { noun, rows }
}

interface Shown {
  readonly listing: Listing
  readonly source: Source
}

/** Those of `ids` that somebody may see in a listing. */
async function visible(
  { listing, source }: Shown,
  ids: readonly string[],
  actor: Actor,
  ground: Ground,
): Promise<string[]> {
  const reach = { actor, scopes: actor.scopesOf(listing.may), ground }
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
  const rows = await rowsOf<{ id: string }>(
    ground.database.db,
    sql`select ${source.table.id} as id from ${source.from} where ${source.table.id} in (${list}) and ${withinReach(source, reach)}`,
  )
  return rows.map(({ id }) => id)
}

/** What of a change one person may be told: rows of listings they may see, within their scope. */
async function within(changed: Changed, actor: Actor, ground: Ground): Promise<Changed | null> {
  if (changed === missed) return changed
  const shown = [...ground.registry.listings.values()].filter(
    ({ listing }) => listing.lists?.noun === changed.noun && actor.may(listing.may),
  )
  if (shown.length === 0) return null
  const { rows } = changed
  if (!rows || shown.some(({ listing }) => actor.scopesOf(listing.may).includes('all'))) return changed
  const ids = rows.map(({ id }) => id)
  const seen = new Set((await Promise.all(shown.map((one) => visible(one, ids, actor, ground)))).flat())
  const left = rows.filter(({ id }) => seen.has(id))
  return left.length > 0 ? { ...changed, rows: left } : null
}

/** Listens to the database, so that many servers tell the same. */
export async function startLive(ground: Ground): Promise<Live> {
  const listeners = new Set<Listener>()
  const tell = async (changed: Changed) => {
    for (const listener of listeners) {
      const mine = await within(changed, listener.actor, ground)
      if (mine) listener.tell(mine)
    }
  }
  const unlisten = await ground.database.listen('rows', (payload) => {
    if (listeners.size === 0) return
    void tell(heard(payload)).catch((error: unknown) => ground.log.error({ err: error }, 'live'))
  })
  return {
    join(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: unlisten,
  }
}
