import { sql } from 'drizzle-orm'
import type { Job } from '#contract/jobs.ts'
import type { Source } from '#server/kernel/source.ts'
import { jobProgressRows, jobRows } from './store.ts'

/** Tasks belong to nobody: whoever sees the page sees all of them. */
const everyone = () => sql`true`

/** Scheduled tasks, and how far they have come. */
export const jobSource: Source<Job> = {
  table: jobRows,
  from: sql`${jobRows} join ${jobProgressRows} on ${jobProgressRows.jobId} = ${jobRows.id}`,
  at: () => ({
    id: jobRows.id,
    version: jobRows.version,
    state: jobRows.state,
    name: jobRows.name,
    jobClass: jobRows.jobClass,
    cycle: jobRows.cycle,
    nextAt: sql`(case when ${jobRows.state} = 'enabled' then ${jobProgressRows.nextAt} end)`,
    lastAt: jobProgressRows.lastAt,
    lastRun: jobProgressRows.lastRun,
    success: jobProgressRows.success,
    fail: jobProgressRows.fail,
    createdAt: jobRows.createdAt,
  }),
  scope: { department: everyone, agency: everyone, group: everyone, own: everyone },
}
