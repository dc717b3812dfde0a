import type { JobClass } from '#contract/jobs.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { nextRunAt } from './cron.ts'
import { jobProgressRows, jobRows } from './store.ts'

/** What every installation does by itself, and when: each class by one task of its name. Somebody may have changed it since. */
const standing: Readonly<Record<JobClass, string>> = {
  doDisburse: '* * * * *',
  queryPayout: '* * * * *',
  doLate: '5 0 * * *',
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
