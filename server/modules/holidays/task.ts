import { and, eq } from 'drizzle-orm'
import { holidays } from '#contract/holidays.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { record } from '#server/kernel/base/audit.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { TaskRunner } from '#server/kernel/call/context.ts'
import { fillYear, lastHoliday } from './steps.ts'

const name = 'fillHolidays'
/** A calendar that ends within so many days is continued: administrators have as long to look it over. */
const daysAhead = 60

const idOf = (year: number) => `${name} ${year}`

/** The year that a calendar which is about to end lacks; null: it reaches far, was emptied, or was given that year before. */
async function yearLacking(tx: Db, day: LocalDate): Promise<number | null> {
  const last = await lastHoliday(tx)
  if (last === null || last > addDays(day, daysAhead)) return null
  const year = Math.max(Number(last.slice(0, 4)) + 1, Number(day.slice(0, 4)))
  // what an administrator has taken out again stays out
  const before = and(eq(auditRows.command, holidays.fillYear.id), eq(auditRows.requestId, idOf(year)))
  return (await tx.$count(auditRows, before)) > 0 ? null : year
}

/** Every night: continues a calendar that is about to end by the public holidays of the year that follows, on the record. */
export const fillHolidays: TaskRunner = async ({ clock, database }) => {
  const now = clock.now()
  const day = today(clock, now)
  return database.db.transaction(async (tx) => {
    await setSessionVariables(tx, name)
    const year = await yearLacking(tx, day)
    const added = year === null ? [] : await fillYear(tx, year, { clock, now })
    if (year === null || added.length === 0) return { done: 0, refused: 0 }
    const { id: command, risk } = holidays.fillYear
    await record(tx, {
      ...{ at: now, actorName: name, unitPath: '', roles: [], page: 'holidays', command, risk, outcome: 'done' },
      ...{ noun: 'holidays', input: { year }, after: { added }, requestId: idOf(year), durationMs: 0 },
    })
    return { done: added.length, refused: 0 }
  })
}
