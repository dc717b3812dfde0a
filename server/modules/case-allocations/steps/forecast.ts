import type { LocalDate } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { inSavepoint } from '#server/kernel/base/transaction.ts'
import type { Context } from '#server/kernel/call/context.ts'
import type { StagePlan } from '../plan.ts'
import { planAll } from '../plan-all.ts'
import { nextAllocationDay } from '../rehearse.ts'
import { dayOf } from '../run.ts'

/** Plans of all stages, the latest first. */
export type Plans = readonly StagePlan[]

/** Forecast of the next allocation: as things are, and as a change would have them, which is written and taken back. */
export async function forecastNext(
  call: Context,
  change: (savepoint: Db) => Promise<unknown>,
): Promise<{ readonly day: LocalDate; readonly before: Plans; readonly after: Plans }> {
  const day = await nextAllocationDay(call)
  const plansOf = async (tx: Db): Promise<Plans> => {
    const plans: StagePlan[] = []
    await planAll(tx, dayOf(day, call.app), (plan) => void plans.push(plan))
    return plans
  }
  const before = await plansOf(call.tx)
  let after = before
  await inSavepoint(call.tx, async (savepoint) => {
    await change(savepoint)
    after = await plansOf(savepoint)
    return 'rollBack'
  })
  return { day, before, after }
}
