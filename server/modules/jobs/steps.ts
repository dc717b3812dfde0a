import { and, eq, sql } from 'drizzle-orm'
import type { JobClass } from '#contract/jobs.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { forgetRecords } from '#server/kernel/jobs/retention.ts'
import { nextRunAt } from './cron.ts'
import { launch, queue } from './runner.ts'
import { jobProgressRows, jobRows, jobRunRows } from './store.ts'

export { nextRunAt }

/** What every installation does by itself, and when: each class by one task of its name. Somebody may have changed it since. */
const standing: Readonly<Record<JobClass, string>> = {
  doDisburse: '* * * * *',
  queryPayout: '* * * * *',
  doLate: '0 0 * * *',
  expireApprovals: '20 0 * * *',
  sweepPaying: '*/5 * * * *',
  lapseReductions: '15 0 * * *',
  expireCoupons: '25 0 * * *',
  renewCredit: '30 0 * * *',
  sendMessages: '*/5 * * * *',
  auditBook: '40 1 * * *',
  purgeExports: '10,40 * * * *',
  reviewAccess: '30 2 * * *',
  drawQualitySample: '40 0 * * *',
  drawConductSample: '50 0 * * *',
  allocateCases: '30 0 * * *',
  endPromises: '2 0 * * *',
  expireHolds: '3 0 * * *',
  aiCallPlan: '45 0 * * *',
  sendReports: '* * * * *',
  drawCommission: '10 1 * * *',
  matchSettlements: '15 1 * * *',
  closeDays: '20 1 * * *',
  fillHolidays: '10 3 * * *',
}

/** Adds the tasks that are missing. Their first turn is the next one of their cycle. */
export async function addStandingJobs({
  database: { db },
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const tasks = Object.entries(standing).map(([name, cycle]) => ({
    id: name as IdOf<'job'>, // named by its class
    jobClass: name as JobClass, // a key of the table above
    cycle,
  }))
  await db.transaction(async (tx) => {
    const rows = tasks.map((task) => ({ ...task, state: 'enabled' as const, createdAt: now }))
    await tx.insert(jobRows).values(rows).onConflictDoNothing()
    const progress = tasks.map(({ id, cycle }) => ({ jobId: id, nextAt: nextRunAt(cycle, now, clock.country) }))
    await tx.insert(jobProgressRows).values(progress).onConflictDoNothing()
  })
}

/** Forgets runs that were queued before a moment and have ended: tasks of every minute make 500,000 a year each. */
export const forgetRuns = (db: Db, before: Date): Promise<void> => {
  const over = sql`${jobRunRows.state} not in ('queued', 'running')`
  return forgetRecords(db, { table: jobRunRows, at: jobRunRows.queuedAt, over }, before)
}

/** When a task runs next by its clock; none where it is switched off. */
export async function nextTurnOf(tx: Db, name: JobClass): Promise<Date | null> {
  const id = name as string as IdOf<'job'> // named by its class
  const [row] = await tx
    .select({ nextAt: jobProgressRows.nextAt })
    .from(jobProgressRows)
    .innerJoin(jobRows, eq(jobRows.id, jobProgressRows.jobId))
    .where(and(eq(jobProgressRows.jobId, id), eq(jobRows.state, 'enabled')))
  return row?.nextAt ?? null
}

/** Has a task run now, for somebody; `launchRun` begins once that is committed. */
export const queueFor = (tx: Db, name: JobClass, startedBy: string, now: Date) =>
  queue(tx, name as string as IdOf<'job'>, { trigger: 'person', startedBy }, now) // named by its class

/** Begins a run that was queued; what breaks it off is written down. */
export function launchRun(run: Awaited<ReturnType<typeof queue>>, app: AppContext): void {
  launch(run, app).catch((error: unknown) => app.log.error({ err: error, job: run.jobId }, 'jobs'))
}
