import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { history, keptMax, type Past, pinnedMax } from '#contract/history.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { type Context, implement } from '#server/kernel/implement.ts'
import { pastRows, pinRows } from './store.ts'

type Asking = Pick<Context, 'tx' | 'actor'>

async function pastOf({ tx, actor }: Asking): Promise<Past[]> {
  const rows = await tx
    .select()
    .from(pastRows)
    .where(eq(pastRows.staffId, actor.id))
    .orderBy(desc(pastRows.at), desc(pastRows.id))
    .limit(keptMax)
  return rows.map(({ at, call, count, names }) => ({ at: toInstant(at), call, count, names }))
}

async function pinnedOf({ tx, actor }: Asking): Promise<string[]> {
  const rows = await tx
    .select({ command: pinRows.command })
    .from(pinRows)
    .where(eq(pinRows.staffId, actor.id))
    .orderBy(asc(pinRows.at), asc(pinRows.command))
  return rows.map(({ command }) => command)
}

/** What somebody has done, and what they keep at hand. */
export default implement(history, {
  list: async (_, call) => ({ past: await pastOf(call), pinned: await pinnedOf(call) }),

  async add({ past }, { tx, actor }) {
    const rows = past.map(({ at, ...rest }) => ({ ...rest, at: new Date(at), staffId: actor.id }))
    await tx.insert(pastRows).values(rows)
    const kept = sql`select id from ${pastRows} where staff_id = ${actor.id} order by at desc, id desc limit ${keptMax}`
    await tx.delete(pastRows).where(and(eq(pastRows.staffId, actor.id), sql`id not in (${kept})`))
    return {}
  },

  async pin({ id, pinned }, call) {
    const { tx, actor, now, fail } = call
    const mine = and(eq(pinRows.staffId, actor.id), eq(pinRows.command, id))
    if (pinned) await tx.insert(pinRows).values({ staffId: actor.id, command: id, at: now }).onConflictDoNothing()
    else await tx.delete(pinRows).where(mine)
    const all = await pinnedOf(call)
    return all.length > pinnedMax ? fail('too_many_pinned', { max: pinnedMax }) : { pinned: all }
  },
})
