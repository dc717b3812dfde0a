import { eq, gte, max, sql } from 'drizzle-orm'
import { holiday } from '#contract/holidays.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { afterOfficeMinutes, isBusinessDay } from '#contract/kernel/office-hours.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { type Clock, today } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { idSequence, newId } from '#server/kernel/base/ids.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { parametersOf } from '#server/modules/parameters/steps.ts'
import { publicHolidays, quietCountries } from './public-holidays.ts'
import { holidayRows } from './store.ts'

/** The days on which customers are left alone. */
export async function quietDays(tx: Db): Promise<ReadonlySet<LocalDate>> {
  const rows = await tx.select({ date: holidayRows.date }).from(holidayRows).where(eq(holidayRows.quiet, true))
  return new Set(rows.map(({ date }) => date))
}

const holidaysFrom = async (tx: Db, day: LocalDate): Promise<ReadonlySet<LocalDate>> => {
  const rows = await tx.select({ date: holidayRows.date }).from(holidayRows).where(gte(holidayRows.date, day))
  return new Set(rows.map(({ date }) => date))
}

/** Business days from a day on: tells of each whether anybody works on it. */
export async function businessDays(tx: Db, from: LocalDate): Promise<(date: LocalDate) => boolean> {
  const { 'office.daysPerWeek': daysPerWeek } = await parametersOf(tx, ['office.daysPerWeek'])
  const holidays = await holidaysFrom(tx, from)
  return (date) => isBusinessDay(date, { daysPerWeek, holidays })
}

/** The moment at which so many minutes of business hours have passed: evenings, weekends and holidays do not count. */
export async function afterBusinessMinutes(
  tx: Db,
  minutes: number,
  { clock, now }: { readonly clock: Clock; readonly now: Date },
): Promise<Date> {
  const office = await parametersOf(tx, ['office.opensAt', 'office.closesAt', 'office.daysPerWeek'])
  return afterOfficeMinutes(toInstant(now), minutes, {
    country: clock.country,
    opensAt: office['office.opensAt'],
    closesAt: office['office.closesAt'],
    daysPerWeek: office['office.daysPerWeek'],
    holidays: await holidaysFrom(tx, today(clock, now)),
  })
}

/** Whether any holiday was ever numbered: then the calendar is the administrator's, be it empty. */
async function wasFilled(db: Db): Promise<boolean> {
  const [row] = await rowsOf<{ called: boolean }>(
    db,
    sql`select is_called as called from ${sql.identifier(idSequence(holiday.ids.noun))}`,
  )
  return row?.called === true
}

/** Adds the public holidays of the country in a year; days that are there already stay as they are. @returns those added. */
export async function fillYear(
  db: Db,
  year: number,
  { clock, now }: { readonly clock: Clock; readonly now: Date },
): Promise<LocalDate[]> {
  const added: LocalDate[] = []
  const quiet = quietCountries.includes(clock.country)
  for (const { date, name } of await publicHolidays(clock.country, year)) {
    const [known] = await db.select({ id: holidayRows.id }).from(holidayRows).where(eq(holidayRows.date, date))
    if (known) continue
    const id = await newId(db, holiday.ids, today(clock, now))
    const row = { id, date, name, quiet, createdAt: now }
    const rows = await db.insert(holidayRows).values(row).onConflictDoNothing().returning({ date: holidayRows.date })
    added.push(...rows.map((one) => one.date))
  }
  return added
}

/** Fills the calendar for the first time: the public holidays of the country, of this year and the next. */
export async function addFirstHolidays({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) {
  if (await wasFilled(db)) return
  const now = clock.now()
  const year = Number(today(clock, now).slice(0, 4))
  for (const one of [year, year + 1]) await fillYear(db, one, { clock, now })
}

/** The last day of the calendar; null: it is empty. */
export async function lastHoliday(tx: Db): Promise<LocalDate | null> {
  const [row] = await tx.select({ last: max(holidayRows.date) }).from(holidayRows)
  return row?.last ?? null
}
