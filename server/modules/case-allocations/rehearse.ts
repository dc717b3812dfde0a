import { and, eq, lt } from 'drizzle-orm'
import { addDays, businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { nextTurnOf } from '#server/modules/jobs/steps.ts'
import { forgetAllocations } from './forget.ts'
import { planAll } from './plan-all.ts'
import { recordPlan, type StoredAllocation } from './record.ts'
import { addSums, allocationTask, allocationUnderWay, beginAllocation, dayOf } from './run.ts'
import { caseAllocationRows } from './store.ts'

/** So long a rehearsal is kept. */
const keptMs = 86_400_000

/** The day of the next allocation, by the clock of its task; tomorrow where that is switched off. */
export async function nextAllocationDay({ tx, app, today }: Context): Promise<LocalDate> {
  const next = await nextTurnOf(tx, allocationTask)
  return next ? businessDate(toInstant(next), app.clock.country) : addDays(today, 1)
}

/**
 * Rehearses an allocation: every stage is planned as a run would plan it, and written down; no case changes.
 * @throws Refusal `allocation_under_way`.
 */
export async function rehearseAllocation(when: 'next' | 'today', call: Context): Promise<StoredAllocation['id']> {
  const { tx, app, actor, now, today, note } = call
  if (await allocationUnderWay(tx)) throw new Refusal('allocation_under_way')
  await forgetAllocations(
    tx,
    and(eq(caseAllocationRows.state, 'rehearsed'), lt(caseAllocationRows.startedAt, new Date(now.getTime() - keptMs)))!,
  )
  const day = when === 'today' ? today : await nextAllocationDay(call)
  const run = await beginAllocation(tx, { state: 'rehearsed', day, operatorId: actor.id }, app)
  await planAll(tx, dayOf(day, app), async (plan) => {
    await addSums(tx, run.id, await recordPlan(tx, run.id, plan, null))
  })
  await tx.update(caseAllocationRows).set({ finishedAt: app.clock.now() }).where(eq(caseAllocationRows.id, run.id))
  note({ objectId: run.id })
  return run.id
}
