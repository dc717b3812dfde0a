import { eq } from 'drizzle-orm'
import type { duty } from '#contract/duty.ts'
import type { Duty } from '#contract/duty-days.ts'
import type { Output } from '#contract/kernel/endpoint.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { collectorRows, collectorStageRows } from '#server/modules/collectors/store.ts'
import { dutyDayRows, dutyPatternRows } from '#server/modules/duty/store.ts'
import { staffId } from '#server/seed/foundation.ts'
import type { Account, World } from '#tests/support/server.ts'

/** The clock of tests stands on this Tuesday. */
export const [monday, tuesday, wednesday, sunday] = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-15'].map(
  (day) => day as LocalDate,
) as [LocalDate, LocalDate, LocalDate, LocalDate]

interface Scheduled {
  /** W or R, Monday first. */
  readonly pattern?: string
  readonly dated?: Readonly<Record<string, Duty>>
  /** Stages they collect; none: they are no collector. */
  readonly stages?: readonly string[]
  readonly capacity?: number
}

/** Puts somebody on the schedule, past every rule. */
export async function givenDuty(
  { server }: Pick<World, 'server'>,
  who: Account,
  { pattern = 'WWWWWWR', dated = {}, stages, capacity }: Scheduled = {},
): Promise<IdOf<'staff'>> {
  const { db } = server.app.database
  const id = staffId(who)
  await db
    .insert(dutyPatternRows)
    .values([...pattern].map((letter, i) => ({ staffId: id, weekday: i + 1, works: letter === 'W' })))
  const days = Object.entries(dated).map(([day, one]) => ({ staffId: id, day: day as LocalDate, duty: one })) // as it is written
  if (days.length > 0) await db.insert(dutyDayRows).values(days)
  if (!stages) return id
  const collector = id as string as IdOf<'collector'> // the same person
  // tests have them as a collector of every stage
  await db
    .update(collectorRows)
    .set({ capacity: capacity ?? null })
    .where(eq(collectorRows.id, collector))
  await db.delete(collectorStageRows).where(eq(collectorStageRows.collectorId, collector))
  await db
    .insert(collectorStageRows)
    .values(stages.map((stage) => ({ collectorId: collector, stage: stage as IdOf<'stage'> }))) // one there is
  return id
}

type Week = Output<typeof duty.week>

const letters: Readonly<Record<Duty, string>> = { work: 'W', rest: '–', leave: 'L', sick: 'S', course: 'C' }

/** What somebody's week says: the pattern in letters, then what is dated in it. */
export function lineOf({ days, people }: Week, who: Account): string {
  const person = people.find(({ account }) => account === who)
  if (!person) return 'not on the schedule'
  const pattern = person.pattern.map((works) => (works ? 'W' : '–')).join('')
  const dated = person.dated.filter(({ day }) => days.includes(day)).map((one) => `${one.day} ${letters[one.duty]}`)
  return [pattern, ...dated].join(' ')
}
