import { and, eq, sql } from 'drizzle-orm'
import { type AiOutcome, notReached } from '#contract/ai-outcomes.ts'
import { aiTaskFlow } from '#contract/ai-tasks.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { aiTargetRows, aiTaskCountRows, aiTaskRows, type StoredAiTarget, type StoredAiTask } from '../store.ts'
import { callNext } from './call-next.ts'
import { lockTask, targetIs } from './tasks.ts'

/** What became known of a call of a robot. */
interface CallNews {
  readonly taskId: IdOf<'aiTask'>
  readonly loanId: IdOf<'loan'>
  readonly attempt: number
  /** None: the provider never said, or never called. */
  readonly outcome: AiOutcome | null
  /** Whether it could be tried again: the provider does not call this number at all where not. */
  readonly mayRedial: boolean
  readonly costMinor: number
}

const isReached = (outcome: AiOutcome | null): boolean => outcome !== null && !notReached.includes(outcome)

/** Counts what came of somebody: by the latest call that is known of, whatever was told first. */
async function countOutcome(tx: Db, target: StoredAiTarget, { taskId, attempt, outcome, costMinor }: CallNews) {
  const isNews = outcome !== null && (target.outcomeAttempt === null || target.outcomeAttempt < attempt)
  const change = (name: AiOutcome, by: 1 | -1) => ({ [name]: sql`${aiTaskCountRows[name]} + ${by}` })
  const moved = {
    ...(isNews && target.outcome !== outcome && change(outcome, 1)),
    ...(isNews && target.outcome && target.outcome !== outcome && change(target.outcome, -1)),
    ...(isNews && target.outcome === null && { called: sql`${aiTaskCountRows.called} + 1` }),
    ...(costMinor > 0 && { costMinor: sql`${aiTaskCountRows.costMinor} + ${costMinor}` }),
  }
  if (Object.keys(moved).length > 0)
    await tx.update(aiTaskCountRows).set(moved).where(eq(aiTaskCountRows.taskId, taskId))
  return isNews ? { outcome, outcomeAttempt: attempt } : {}
}

const minuteMs = 60_000

/** How somebody's turn goes on: they are redialled in a while, or done. */
function turnAfter(target: StoredAiTarget, news: CallNews, task: StoredAiTask, now: Date): Partial<StoredAiTarget> {
  const isThis = target.state === 'calling' && target.attempts === news.attempt
  if (isThis) {
    const again = news.mayRedial && !isReached(news.outcome) && target.attempts <= task.redialMax
    return again
      ? { state: 'waiting', nextAt: new Date(now.getTime() + task.redialMinutes * minuteMs) }
      : { state: 'done' }
  }
  // told late: whoever was reached after all is not redialled
  return target.state === 'waiting' && isReached(news.outcome) ? { state: 'done' } : {}
}

/** Has a task go on with what became known of one of its calls: it is counted once, and the next one begins. */
export async function settleRobotCall(tx: Db, news: CallNews, app: AppContext): Promise<void> {
  const task = await lockTask(tx, news.taskId)
  const mine = targetIs(news)
  const [target] = await tx.select().from(aiTargetRows).where(mine)
  if (!task || !target) return
  const counted = await countOutcome(tx, target, news)
  const changed = { ...counted, ...turnAfter(target, news, task, app.clock.now()) }
  if (Object.keys(changed).length > 0) await tx.update(aiTargetRows).set(changed).where(mine)
  await callNext(tx, task, app)
}

/** Ends tasks whose hours are over, once the calls under way have ended. @returns whether it has ended. */
export async function endIfOver(tx: Db, task: StoredAiTask, now: Date): Promise<boolean> {
  if (task.closesAt > now || aiTaskFlow.after(task.state, 'end') === undefined) return false
  const calling = and(eq(aiTargetRows.taskId, task.id), eq(aiTargetRows.state, 'calling'))
  const [live] = await tx.select({ loanId: aiTargetRows.loanId }).from(aiTargetRows).where(calling).limit(1)
  if (live) return false
  await tx.update(aiTaskRows).set({ state: 'finished', endedAt: now }).where(eq(aiTaskRows.id, task.id))
  return true
}
