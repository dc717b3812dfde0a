import { and, eq, lte } from 'drizzle-orm'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { type Frequency, frequencies } from '#contract/report-schedules.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { ids, newId } from '#server/kernel/base/ids.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { nextRunAt } from '#server/modules/jobs/steps.ts'
import { reportRunRows, reportScheduleRows, reportTurnRows } from './store.ts'

export type StoredSchedule = typeof reportScheduleRows.$inferSelect
type Clock = AppContext['clock']

/** As cron has it: `30 7 * * 1`. */
function cycleOf({ frequency, time }: { readonly frequency: Frequency; readonly time: string }): string {
  const [hour, minute] = time.split(':').map(Number)
  if (frequency === 'hourly') return `${minute} * * * *`
  // `daily` stands before Monday, which cron counts as 1
  const weekday = frequencies.indexOf(frequency)
  return `${minute} ${hour} * * ${weekday === 0 ? '*' : weekday}`
}

/** When a schedule is due next after a moment, on the clock of the country. */
export const nextDue = (schedule: Pick<StoredSchedule, 'frequency' | 'time'>, after: Date, { country }: Clock): Date =>
  nextRunAt(cycleOf(schedule), after, country)! // every hour and every weekday comes round

/** Has a schedule wait for its next turn, or for none. */
export const setTurn = (tx: Db, scheduleId: StoredSchedule['id'], nextAt: Date | null) =>
  tx
    .insert(reportTurnRows)
    .values({ scheduleId, nextAt })
    .onConflictDoUpdate({ target: reportTurnRows.scheduleId, set: { nextAt } })

/** Queues the files of a turn, one for each reader: once, whoever does so, and however often. */
export async function queueFiles(
  tx: Db,
  { id: scheduleId, ownerId, recipientIds, format, delivery }: StoredSchedule,
  { dueAt, trigger }: Pick<typeof reportRunRows.$inferSelect, 'dueAt' | 'trigger'>,
  { clock }: Pick<AppContext, 'clock'>,
): Promise<void> {
  const now = clock.now()
  const today = businessDate(toInstant(now), clock.country)
  const mail = delivery === 'mail' ? ('waiting' as const) : null
  const about = { scheduleId, state: 'queued', trigger, format, mail, dueAt, nextAt: now } as const
  const files: (typeof reportRunRows.$inferInsert)[] = []
  for (const recipientId of [ownerId, ...recipientIds]) {
    files.push({ ...about, id: await newId(tx, ids.reportRun, today), recipientId })
  }
  await tx.insert(reportRunRows).values(files).onConflictDoNothing()
  await announceRows(tx, 'reportSchedules')
}

/** Queues the files of every schedule whose turn has come. One that missed several turns is sent once. */
export async function queueDueFiles(app: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const now = app.clock.now()
  await app.database.db.transaction(async (tx) => {
    const due = await tx
      .select({ schedule: reportScheduleRows, dueAt: reportTurnRows.nextAt })
      .from(reportTurnRows)
      .innerJoin(reportScheduleRows, eq(reportScheduleRows.id, reportTurnRows.scheduleId))
      .where(and(eq(reportScheduleRows.state, 'active'), lte(reportTurnRows.nextAt, now)))
      .for('update', { of: reportTurnRows, skipLocked: true })
    for (const { schedule, dueAt } of due) {
      await queueFiles(tx, schedule, { dueAt: dueAt ?? now, trigger: 'cycle' }, app)
      await setTurn(tx, schedule.id, nextDue(schedule, now, app.clock))
    }
  })
}
