import { randomBytes } from 'node:crypto'
import { addDays } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'

const seedBytes = 8

/** A day that is drawn from, with what draws it again. */
export interface DayDraw {
  readonly day: LocalDate
  readonly seed: string
  readonly now: Date
}

interface Draws {
  /** Whom rows name that were drawn by themselves. */
  readonly task: string
  /** The last day that was drawn from. */
  last(db: Db): Promise<LocalDate | undefined>
  /** Draws one day, unless it was drawn. Answers how many pieces. */
  draw(tx: Db, day: DayDraw): Promise<number>
}

/** Draws every day that is over since the last one that was drawn, each with a seed of its own. Answers how many. */
export async function drawDueDays(
  { task, last, draw }: Draws,
  { database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>,
): Promise<number> {
  const now = clock.now()
  const end = today(clock, now)
  const drawn = await last(db)
  let count = 0
  for (let day = drawn ? addDays(drawn, 1) : addDays(end, -1); day < end; day = addDays(day, 1)) {
    const seed = randomBytes(seedBytes).toString('hex')
    count += await db.transaction(async (tx) => {
      await setSessionVariables(tx, task)
      return draw(tx, { day, seed, now })
    })
  }
  return count
}
