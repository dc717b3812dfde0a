import { and, asc, count, eq, lte, sql } from 'drizzle-orm'
import { aiTaskFlow } from '#contract/ai-tasks.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { asRefusal } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { aiConfigRows } from '#server/modules/ai-configs/store.ts'
import { placeRobotCall } from '#server/modules/ai-records/steps/place-call.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { recordRefusedContact } from '#server/modules/contact-refusals/steps/record-refusal.ts'
import { contactBlock, lockContacts } from '#server/modules/contact-rules/steps/permission.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { mustNotBeMarked } from '#server/modules/follow-ups/steps.ts'
import { aiTargetRows, aiTaskCountRows, aiTaskRows, type StoredAiTarget, type StoredAiTask } from '../store.ts'
import { targetIs } from './tasks.ts'

/** So many calls of a task are under way at once. */
const callsAtOnce = 10

/** Whether somebody may be called now: `yes`, `never` today, or not before a moment. */
type Turn = 'yes' | 'never' | Date

/** Whether nothing is left to be called about, or by. */
async function isMoot(tx: Db, { caseId, customerId }: StoredAiTarget, app: AppContext): Promise<boolean> {
  const [found] = await tx
    .select({ state: caseRows.state, phone: customerRows.phone })
    .from(caseRows)
    .innerJoin(customerRows, eq(customerRows.id, customerId))
    .where(eq(caseRows.id, caseId))
  if (!found?.phone || found.state === 'closed') return true
  return mustNotBeMarked(tx, { customerId, phone: found.phone, way: 'phone' }, app).then(
    () => false,
    (error: unknown) => {
      if (!asRefusal(error)) throw error
      return true
    },
  )
}

/** Asks every rule of contact again: much may have happened since it was planned. What they forbid is on the record. */
async function turnOf(tx: Db, target: StoredAiTarget, task: StoredAiTask, app: AppContext): Promise<Turn> {
  const { customerId, loanId } = target
  if (await isMoot(tx, target, app)) return 'never'
  const now = app.clock.now()
  await lockContacts(tx, customerId)
  const block = await contactBlock(tx, { customerId, loanId, way: 'robot' }, { app, now })
  if (!block) return 'yes'
  if (block.opensAt && block.opensAt > now && block.opensAt < task.closesAt) return block.opensAt
  const refused = { way: 'robot', refused: block.refused, customerId, loanId, by: null } as const
  await recordRefusedContact(tx, refused, { now, clock: app.clock })
  return 'never'
}

/** Calls somebody whose turn it is, leaves them out, or puts them off. @returns whether they are called. */
async function callOne(tx: Db, target: StoredAiTarget, task: StoredAiTask, app: AppContext): Promise<boolean> {
  const turn = await turnOf(tx, target, task, app)
  const { taskId, loanId, customerId, caseId } = target
  if (turn === 'never') {
    // who was called before stays called
    const isNew = target.attempts === 0
    await tx
      .update(aiTargetRows)
      .set({ state: isNew ? 'skipped' : 'done' })
      .where(targetIs(target))
    const skipped = sql`${aiTaskCountRows.skipped} + 1`
    if (isNew) await tx.update(aiTaskCountRows).set({ skipped }).where(eq(aiTaskCountRows.taskId, taskId))
    return false
  }
  if (turn !== 'yes') {
    await tx.update(aiTargetRows).set({ nextAt: turn }).where(targetIs(target))
    return false
  }
  const attempt = target.attempts + 1
  await tx.update(aiTargetRows).set({ state: 'calling', attempts: attempt }).where(targetIs(target))
  await placeRobotCall(tx, { taskId, customerId, loanId, caseId, attempt }, app)
  return true
}

const ofState = (task: StoredAiTask, state: StoredAiTarget['state']) =>
  and(eq(aiTargetRows.taskId, task.id), eq(aiTargetRows.state, state))

const countOf = async (tx: Db, task: StoredAiTask, state: StoredAiTarget['state']): Promise<number> =>
  (await tx.select({ count: count() }).from(aiTargetRows).where(ofState(task, state)))[0]!.count

/** Whether a task may begin calls: while it is neither paused nor over, in its hours, by a configuration that is enabled. */
async function mayCall(tx: Db, { state, opensAt, closesAt, configId }: StoredAiTask, now: Date): Promise<boolean> {
  if ((state !== 'pending' && state !== 'calling') || now < opensAt || now >= closesAt) return false
  const { id, state: switched } = aiConfigRows
  const [config] = await tx.select({ state: switched }).from(aiConfigRows).where(eq(id, configId))
  return config?.state === 'enabled'
}

/** Begins calls until as many are under way as may be. @returns how many are. */
async function fill(tx: Db, task: StoredAiTask, app: AppContext): Promise<number> {
  let live = await countOf(tx, task, 'calling')
  const now = app.clock.now()
  if (!(await mayCall(tx, task, now))) return live
  while (live < callsAtOnce) {
    const due = await tx
      .select()
      .from(aiTargetRows)
      .where(and(ofState(task, 'waiting'), lte(aiTargetRows.nextAt, now)))
      .orderBy(asc(aiTargetRows.nextAt), asc(aiTargetRows.loanId))
      .limit(callsAtOnce - live)
    for (const target of due) if (await callOne(tx, target, task, app)) live += 1
    if (due.length === 0) break
  }
  return live
}

/** What a task does next, by how many of its calls are under way and whether anybody still waits. */
async function stateAfter(tx: Db, task: StoredAiTask, live: number): Promise<StoredAiTask['state']> {
  if (task.state !== 'pending' && task.state !== 'calling') return task.state
  if (live > 0) return aiTaskFlow.after(task.state, 'call') ?? task.state
  if ((await countOf(tx, task, 'waiting')) > 0) return aiTaskFlow.after(task.state, 'wait') ?? task.state
  return 'finished'
}

/** Has a locked task begin its next calls, and says what it does now. */
export async function callNext(tx: Db, task: StoredAiTask, app: AppContext): Promise<void> {
  const live = await fill(tx, task, app)
  const state = await stateAfter(tx, task, live)
  if (state === task.state) return
  const now = app.clock.now()
  const times = {
    ...(state === 'calling' && !task.startedAt && { startedAt: now }),
    ...(state === 'finished' && { endedAt: now }),
  }
  await tx
    .update(aiTaskRows)
    .set({ state, ...times })
    .where(eq(aiTaskRows.id, task.id))
}
