import { sql } from 'drizzle-orm'
import { type Job, JobClass } from '#contract/jobs.ts'
import type { Say, Source } from '#server/kernel/source.ts'
import { jobProgressRows, jobRows } from './store.ts'

/** Tasks belong to nobody: whoever sees the page sees all of them. */
const everyone = () => sql`true`

/** What a task is called that nobody has named, in the reader's words. */
export const ownName = (jobClass: JobClass, say: Say): string => say(`jobs.name.${jobClass}`)

const ownNames = (say: Say) =>
  sql.join(
    [...JobClass.values].map((one) => sql`when ${one} then ${ownName(one, say)}`),
    sql` `,
  )

/** Scheduled tasks, and how far they have come. */
export const jobSource: Source<Job> = {
  table: jobRows,
  from: sql`${jobRows} join ${jobProgressRows} on ${jobProgressRows.jobId} = ${jobRows.id}`,
  at: ({ say }) => ({
    id: jobRows.id,
    version: jobRows.version,
    state: jobRows.state,
    name: sql`coalesce(${jobRows.name}, case ${jobRows.jobClass} ${ownNames(say)} end)`,
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
