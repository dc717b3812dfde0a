import type { JobClass } from '#contract/jobs.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { nextOf } from './cycle.ts'
import { jobProgressRows, jobRows } from './store.ts'

/** What every installation does by itself, and when. Somebody may have changed it since. */
const standing: Readonly<Record<JobClass, { readonly name: string; readonly cycle: string }>> = {
  doDisburse: { name: 'Pay approved orders out', cycle: '* * * * *' },
  queryPayout: { name: 'Query silent payouts', cycle: '* * * * *' },
  doLate: { name: 'Charge penalties, open cases, mark bad debt', cycle: '5 0 * * *' },
  expireApprovals: { name: 'End orders whose approval has expired', cycle: '20 0 * * *' },
  sweepPaying: { name: 'Query and expire silent payments', cycle: '*/5 * * * *' },
  lapseReductions: { name: 'End reductions that were not paid in time', cycle: '15 0 * * *' },
  expireCoupons: { name: 'End coupons that were not used in time', cycle: '25 0 * * *' },
  sendMessages: { name: 'Remind of what falls due, send what has waited', cycle: '*/5 * * * *' },
}

/** Adds the tasks that are missing. Their first turn is the next one of their cycle. */
export async function addStandingJobs({ database: { db }, clock }: Pick<Ground, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  // each class has one task of its name
  const tasks = Object.entries(standing).map(([name, about]) => ({
    id: name as IdOf<'job'>,
    jobClass: name as JobClass,
    ...about,
  }))
  await db.transaction(async (tx) => {
    const rows = tasks.map((task) => ({ ...task, state: 'enabled' as const, createdAt: now }))
    await tx.insert(jobRows).values(rows).onConflictDoNothing()
    const progress = tasks.map(({ id, cycle }) => ({ jobId: id, nextAt: nextOf(cycle, now, clock.country) }))
    await tx.insert(jobProgressRows).values(progress).onConflictDoNothing()
  })
}
