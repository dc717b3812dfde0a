import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { failedMessageRows, outboxRows } from '#server/kernel/base/tables.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { staleMs, unreachable } from './gateway.ts'
import { announceLoan, messageTopic } from './steps/write-message.ts'
import { messageRows } from './store.ts'

/**
 * Gives up messages that the outbox has, and nobody has had tried again in time: nobody waits for them, and they are told as
 * what they are.
 */
export async function expireUndelivered({ database: { db } }: Pick<AppContext, 'database'>, now: Date): Promise<void> {
  const undelivered = db
    .select({ id: sql`${outboxRows.body} ->> 'messageId'` })
    .from(failedMessageRows)
    .innerJoin(outboxRows, eq(outboxRows.id, failedMessageRows.messageId))
    .where(and(eq(outboxRows.topic, messageTopic), eq(outboxRows.state, 'dead')))
  const { id, state, sendAt, loanId } = messageRows
  const stale = and(eq(state, 'queued'), lt(sendAt, new Date(now.getTime() - staleMs)), inArray(id, undelivered))
  await db.transaction(async (tx) => {
    await setSessionVariables(tx, 'sendMessages')
    const ended = await tx
      .update(messageRows)
      .set({ state: 'failed', failure: unreachable })
      .where(stale)
      .returning({ loanId })
    for (const one of ended) if (one.loanId) await announceLoan(tx, one.loanId)
  })
}
