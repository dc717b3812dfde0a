import { addDays, businessDate, startOfDay, toInstant } from '#contract/kernel/calendar.ts'
import type { Clock } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { businessDays } from '#server/modules/holidays/steps.ts'
import { nextRunsAt } from './cron.ts'
import { WrongCycle } from './cycle.ts'
import type { jobRows } from './store.ts'

/** When a task runs: by its cycle, on every day of it or on business days only. */
export type Schedule = Pick<typeof jobRows.$inferSelect, 'cycle' | 'days'>

interface NextRunOptions {
  readonly tx: Db
  readonly clock: Pick<Clock, 'country'>
}

/** So many days in a row on which nobody works, and a turn is not looked for any further. */
const closedMax = 60

/** When a task comes round next after a moment, so many times. @throws WrongCycle where it never does. */
export async function nextRuns(
  { cycle, days }: Schedule,
  after: Date,
  count: number,
  { tx, clock: { country } }: NextRunOptions,
): Promise<Date[]> {
  if (days === 'every') return nextRunsAt(cycle, after, country, count)
  const isOpen = await businessDays(tx, businessDate(toInstant(after), country))
  const turns: Date[] = []
  let [at, closed] = [after, 0]
  while (turns.length < count) {
    at = nextRunsAt(cycle, at, country, 1)[0]!
    const date = businessDate(toInstant(at), country)
    if (isOpen(date)) {
      turns.push(at)
      closed = 0
      continue
    }
    closed += 1
    if (closed > closedMax) throw new WrongCycle('cycle_never', { cycle })
    // the last moment of the day: its other turns are passed over
    at = new Date(Date.parse(startOfDay(addDays(date, 1), country)) - 1)
  }
  return turns
}

/** The same; none where it never does, or where an older version has taken what is no cycle. */
export async function nextRunsIfAny(...asked: Parameters<typeof nextRuns>): Promise<Date[]> {
  try {
    return await nextRuns(...asked)
  } catch (error) {
    if (error instanceof WrongCycle) return []
    throw error
  }
}

/** Whether the turn that has come falls on a day of the task: a holiday may have been added since. */
export async function isRunDay(
  { days }: Schedule,
  at: Date,
  { tx, clock: { country } }: NextRunOptions,
): Promise<boolean> {
  if (days === 'every') return true
  const date = businessDate(toInstant(at), country)
  return (await businessDays(tx, date))(date)
}
