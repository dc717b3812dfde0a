import type { JobClass } from '#contract/jobs.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { nextOf } from './cycle.ts'
import { jobProgressRows, jobRows } from './store.ts'

/** What every installation does by itself, and when. Somebody may have changed it since. */
const standing: Readonly<Record<JobClass, { readonly name: string; readonly cycle: string }>> = {
  doDisburse: { name: 'Pay approved orders out', cycle: '* * * * *' },
  queryPayout: { name: 'Ask about silent pay-outs', cycle: '* * * * *' },
  expireApprovals: { name: 'End orders whose approval has expired', cycle: '20 0 * * *' },
}

/** Adds the tasks that are missing. Their first turn is the next one of their cycle. */
export async function addStandingJobs({ database: { db }, clock }: Pick<Ground, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (const [name, { cycle, ...about }] of Object.entries(standing)) {
    const [id, jobClass] = [name as IdOf<'job'>, name as JobClass] // each class has one task of its name
    const row = { id, jobClass, cycle, ...about, state: 'enabled' as const, createdAt: now }
    const added = await db.insert(jobRows).values(row).onConflictDoNothing().returning({ id: jobRows.id })
    if (added.length === 0) continue
    await db.insert(jobProgressRows).values({ jobId: id, nextAt: nextOf(cycle, now, clock.country) })
  }
}
