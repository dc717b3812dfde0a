import type { Db } from '#server/kernel/base/database.ts'
import type { Day } from './facts.ts'
import { stagesToAllocate } from './facts.ts'
import { Carried, gatherFacts } from './gather.ts'
import { planStage, type StagePlan } from './plan.ts'

/** Plans every stage as a run would find it, the latest first; no case changes. Each is handed on as it is planned. */
export async function planAll(tx: Db, on: Day, hand: (plan: StagePlan) => Promise<void> | void): Promise<void> {
  const [stages, carried] = [await stagesToAllocate(tx), new Carried()]
  await carried.giveUp(tx, on, stages)
  for (const stage of stages) {
    const facts = await gatherFacts(tx, on, stage)
    const plan = await planStage({ ...facts, collectors: facts.collectors.map((one) => carried.applyTo(one, stage)) })
    carried.after(plan)
    await hand(plan)
  }
}
