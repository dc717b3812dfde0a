import { and, eq, lt, or } from 'drizzle-orm'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { settleRobotCall } from '#server/modules/ai-tasks/steps/settle-call.ts'
import { aiRecordRows } from '../store.ts'
import { robotChannel } from './place-call.ts'

/** How long nothing may be heard of a call: before it is answered, and after. In ms. */
const silentMs = { dialling: 3 * 60_000, talking: 20 * 60_000 } as const

/** Gives up calls that the provider says nothing of: their tasks go on, and what is said later still counts. */
export async function giveUpSilentCalls(app: AppContext): Promise<void> {
  const { db } = app.database
  const now = app.clock.now()
  const { id, state, beganAt, answeredAt } = aiRecordRows
  const before = (of: keyof typeof silentMs) => new Date(now.getTime() - silentMs[of])
  const silent = or(
    and(eq(state, 'dialling'), lt(beganAt, before('dialling'))),
    and(eq(state, 'talking'), lt(answeredAt, before('talking'))),
  )
  const found = await db.select({ id }).from(aiRecordRows).where(silent)
  for (const { id: one } of found)
    await db.transaction(async (tx) => {
      await setSessionVariables(tx, robotChannel)
      // it may have been heard of meanwhile
      const given = { state: 'unknown' as const, endedAt: now }
      const [record] = await tx
        .update(aiRecordRows)
        .set(given)
        .where(and(eq(id, one), silent))
        .returning()
      if (record) await settleRobotCall(tx, { ...record, outcome: null, mayRedial: true, costMinor: 0 }, app)
    })
}
