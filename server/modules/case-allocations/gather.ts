import { sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import {
  beyondLastStage,
  collectorsOf,
  type Day,
  queueOf,
  type StageCollector,
  type StageTerms,
  unitsOf,
} from './facts.ts'
import type { StageFacts, StagePlan } from './plan.ts'

/** What the database says of a stage on a day. */
export async function gatherFacts(tx: Db, on: Day, stage: StageTerms): Promise<StageFacts> {
  return {
    ...{ stage, dayBegins: on.begins.getTime() },
    queue: await queueOf(tx, on, stage),
    collectors: await collectorsOf(tx, on.day, stage.id),
    units: await unitsOf(tx, on.day, stage.id),
  }
}

/** What plans have moved that nobody has written: how many cases more, or fewer, collectors would have, stage by stage. */
export class Carried {
  readonly #moved = new Map<string, number>()

  #add(to: string, stage: string | null, count: number): void {
    for (const key of [to, `${to} ${stage}`]) this.#moved.set(key, (this.#moved.get(key) ?? 0) + count)
  }

  /** Cases that end before the first stage is given out. */
  async giveUp(tx: Db, on: Day, stages: readonly StageTerms[]): Promise<void> {
    const ending = await rowsOf<{ holder: IdOf<'staff'> | null; stage: string; count: number }>(
      tx,
      sql`select ${caseRows.collectorId} as holder, ${caseRows.stage} as stage, count(*)::int as count
          ${beyondLastStage(on.day, stages)} group by 1, 2`,
    )
    for (const { holder, stage, count } of ending) if (holder) this.#add(holder, stage, -count)
  }

  /** A stage that would have been given out by now. */
  after({ stage, turns }: StagePlan): void {
    for (const { from, to, stage: was } of turns) {
      if (from) this.#add(from, was, -1)
      if (to) this.#add(to, stage.id, 1)
    }
  }

  /** A collector as they would be by then. */
  applyTo(one: StageCollector, { id }: StageTerms): StageCollector {
    return {
      ...one,
      open: one.open + (this.#moved.get(one.id) ?? 0),
      openOfStage: one.openOfStage + (this.#moved.get(`${one.id} ${id}`) ?? 0),
    }
  }
}
