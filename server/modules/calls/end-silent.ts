import { and, eq, lt, or, sql } from 'drizzle-orm'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { Job } from '#server/kernel/jobs/jobs.ts'
import { diallerChannel } from '#server/modules/lines/steps.ts'
import { callRows } from './store.ts'

/** How long nothing may be heard of a call: while it is dialled, while it rings, while it is spoken. In ms. */
const silentMs = { dialling: 45_000, ringing: 120_000, talking: 2 * 3_600_000 } as const

/** Gives up calls that their dialler says nothing of: the seat is free again, and what is said later still counts. */
export const endSilentCalls: Job = {
  id: 'endSilentCalls',
  cron: '* * * * *',
  async run({ database: { db }, clock }) {
    const now = clock.now()
    const before = (state: keyof typeof silentMs) => new Date(now.getTime() - silentMs[state])
    const { state, beganAt, rangAt, answeredAt } = callRows
    const silent = or(
      and(eq(state, 'dialling'), lt(beganAt, before('dialling'))),
      and(eq(state, 'ringing'), lt(sql`coalesce(${rangAt}, ${beganAt})`, before('ringing'))),
      and(eq(state, 'talking'), lt(sql`coalesce(${answeredAt}, ${beganAt})`, before('talking'))),
    )
    await db.transaction(async (tx) => {
      await setSessionVariables(tx, diallerChannel)
      await tx.update(callRows).set({ state: 'unknown', endedAt: now }).where(silent)
    })
  },
}
