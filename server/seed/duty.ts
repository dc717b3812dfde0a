import { inArray } from 'drizzle-orm'
import { type Duty, mondayOf } from '#contract/duty-days.ts'
import { addDays, weekday } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { collectorStageRows } from '#server/modules/collectors/store.ts'
import { dutyDayRows, dutyPatternRows } from '#server/modules/duty/store.ts'
import type { SeedContext } from './history/context.ts'
import { staffOf } from './staff.ts'

type StaffId = IdOf<'staff'>
type Pattern = typeof dutyPatternRows.$inferInsert
type DatedDay = typeof dutyDayRows.$inferInsert

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
/** One of so many collectors works on Sunday, and rests on a weekday instead. */
const sundayEvery = 5

/** Monday to Saturday; of every fifth Sunday instead of another day. */
const collectorWorks = (nth: number, day: number): boolean =>
  nth % sundayEvery === sundayEvery - 1 ? day !== 1 + (nth % 6) : day < 7

const patternOf = (staffId: StaffId, works: (day: number) => boolean): Pattern[] =>
  weekdays.map((day) => ({ staffId, weekday: day, works: works(day) }))

/** Who is away around today, on which days of the week counted from its Monday, and why. */
const absences: readonly { nth: number; from: number; to: number; duty: Duty }[] = [
  { nth: 1, from: -3, to: -1, duty: 'sick' },
  { nth: 3, from: 1, to: 3, duty: 'leave' },
  { nth: 7, from: 2, to: 3, duty: 'course' },
  { nth: 11, from: 7, to: 11, duty: 'leave' },
  { nth: 14, from: 5, to: 5, duty: 'rest' },
]

const absencesOf = (staff: readonly StaffId[], monday: LocalDate): DatedDay[] =>
  absences.flatMap(({ nth, from, to, duty }) => {
    const staffId = staff[nth]
    if (!staffId) return []
    return Array.from({ length: to - from + 1 }, (_, i) => ({ staffId, day: addDays(monday, from + i), duty }))
  })

/** Next Sunday nobody has the stage that the fewest have: so the page has something to mend. */
async function emptySunday(db: Db, patterns: readonly Pattern[], today: LocalDate): Promise<DatedDay[]> {
  const rows = await db.select().from(collectorStageRows)
  const holders = (stage: string) => rows.filter((row) => row.stage === stage).map(({ collectorId }) => collectorId)
  const [fewest] = [...new Set(rows.map(({ stage }) => stage))].map(holders).sort((a, b) => a.length - b.length)
  if (!fewest) return []
  const having = new Set<string>(fewest)
  const sunday = addDays(today, 7 - (weekday(today) % 7))
  return patterns
    .filter((one) => one.weekday === 7 && one.works && having.has(one.staffId))
    .map(({ staffId }) => ({ staffId, day: sunday, duty: 'rest' as const }))
}

/** Adds who works when: collectors, service and telemarketing, and who of them is away around today. */
export async function addDuty(db: Db, { today }: Pick<SeedContext, 'today'>): Promise<void> {
  const collectors = staffOf('COL').map(({ id }) => id)
  const others = staffOf('CS', 'SAL', 'MU', 'ML', 'MR', 'MF', 'OUT').map(({ id }) => id)
  const patterns = [
    ...collectors.flatMap((id, nth) => patternOf(id, (day) => collectorWorks(nth, day))),
    ...others.flatMap((id, nth) => patternOf(id, (day) => (nth % 2 === 0 ? day < 7 : day < 6))),
  ]
  await db.delete(dutyPatternRows).where(inArray(dutyPatternRows.staffId, [...collectors, ...others]))
  await bulkInsert(db, dutyPatternRows, patterns)
  const free = await emptySunday(db, patterns, today)
  const taken = new Set(free.map(({ staffId, day }) => `${staffId} ${day}`))
  const away = absencesOf(collectors, mondayOf(today)).filter(({ staffId, day }) => !taken.has(`${staffId} ${day}`))
  await bulkInsert(db, dutyDayRows, [...free, ...away])
}
