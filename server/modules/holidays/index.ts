import { and, eq, ne } from 'drizzle-orm'
import { holiday, holidays } from '#contract/holidays.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { parametersOf } from '#server/modules/parameters/steps.ts'
import { publicHolidays } from './public-holidays.ts'
import { holidaySource } from './source.ts'
import { fillYear, lastHoliday, quietDays } from './steps.ts'
import { holidayRows } from './store.ts'

/** A day is a holiday once. @throws Refusal `known_already`. */
async function mustBeFree(tx: Db, date: LocalDate, but: IdOf<'holiday'> | null): Promise<void> {
  const others = and(eq(holidayRows.date, date), but ? ne(holidayRows.id, but) : undefined)
  const [known] = await tx.select({ id: holidayRows.id }).from(holidayRows).where(others)
  if (known) throw new Refusal('known_already', undefined, { field: 'date' })
}

/** Handlers of `holidays`: days on which the business is closed. */
export default implement(
  holidays,
  {
    list: holidaySource,

    async add({ date, name, quiet }, { tx, now, today, note }) {
      await mustBeFree(tx, date, null)
      const id = await newId(tx, holiday.ids, today)
      const added = await tx
        .insert(holidayRows)
        .values({ id, date, name, quiet, createdAt: now })
        .onConflictDoNothing()
        .returning({ id: holidayRows.id })
      if (added.length === 0) throw new Refusal('known_already', undefined, { field: 'date' })
      note({ objectId: id, after: { date, name, quiet } })
      return { id }
    },

    async edit({ date, name, quiet }, { tx, row }) {
      await mustBeFree(tx, date, row.id)
      await tx.update(holidayRows).set({ date, name, quiet }).where(eq(holidayRows.id, row.id))
    },

    async remove(_, { tx, row }) {
      await tx.delete(holidayRows).where(eq(holidayRows.id, row.id))
      await announceRows(tx, 'holidays')
    },

    async fillYear({ year }, { tx, app, now, note, t, fail }) {
      const added = await fillYear(tx, year, { clock: app.clock, now })
      if (added.length === 0 && (await publicHolidays(app.clock.country, year)).length === 0)
        return fail('no_holidays_known', { year })
      note({ after: { added } })
      return { added: added.length, told: t('holidays.filled', { count: added.length, year }) }
    },

    async hours(_, { tx, today }) {
      const office = await parametersOf(tx, ['office.opensAt', 'office.closesAt', 'office.daysPerWeek'])
      const last = await lastHoliday(tx)
      return {
        opensAt: office['office.opensAt'],
        closesAt: office['office.closesAt'],
        daysPerWeek: office['office.daysPerWeek'],
        until: last !== null && last >= today ? last : null,
      }
    },

    quietDays: async (_, { tx }) => ({ days: [...(await quietDays(tx))] }),
  },
  [rowSource(holiday, holidaySource)],
)
