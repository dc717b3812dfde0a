import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { type HistoryItem, history, historyMax, pinnedMax } from '#contract/history.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { historyRows, pinRows } from './store.ts'

type OwnContext = Pick<Context, 'tx' | 'actor'>

async function historyOf({ tx, actor }: OwnContext): Promise<HistoryItem[]> {
  const rows = await tx
    .select()
    .from(historyRows)
    .where(eq(historyRows.staffId, actor.id))
    .orderBy(desc(historyRows.at), desc(historyRows.id))
    .limit(historyMax)
  return rows.map(({ at, call, count, names }) => ({ at: toInstant(at), call, count, names }))
}

async function pinnedOf({ tx, actor }: OwnContext): Promise<string[]> {
  const rows = await tx
    .select({ command: pinRows.command })
    .from(pinRows)
    .where(eq(pinRows.staffId, actor.id))
    .orderBy(asc(pinRows.at), asc(pinRows.command))
  return rows.map(({ command }) => command)
}

/** Handlers of `history`: what somebody has done, and what they keep at hand. */
export default implement(history, {
  list: async (_, call) => ({ past: await historyOf(call), pinned: await pinnedOf(call) }),

  async add({ past }, { tx, actor }) {
    const rows = past.map(({ at, ...rest }) => ({ ...rest, at: new Date(at), staffId: actor.id }))
    await tx.insert(historyRows).values(rows)
    const kept = sql`select id from ${historyRows} where staff_id = ${actor.id} order by at desc, id desc limit ${historyMax}`
    await tx.delete(historyRows).where(and(eq(historyRows.staffId, actor.id), sql`id not in (${kept})`))
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
