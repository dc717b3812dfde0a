import { sql } from 'drizzle-orm'
import { type Job, JobClass } from '#contract/jobs.ts'
import type { Translate } from '#server/kernel/base/translations.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { jobProgressRows, jobRows } from './store.ts'

/** What a task is called that nobody has named, in the reader's words. */
export const defaultName = (jobClass: JobClass, t: Translate): string => t(`jobs.name.${jobClass}`)

const defaultNames = (t: Translate) =>
  sql.join(
    [...JobClass.values].map((one) => sql`when ${one} then ${defaultName(one, t)}`),
    sql` `,
  )

/** List source: scheduled tasks, and how far they have come. */
export const jobSource: Source<Job> = {
  table: jobRows,
  from: sql`${jobRows} join ${jobProgressRows} on ${jobProgressRows.jobId} = ${jobRows.id}`,
  columns: ({ t }) => ({
    id: jobRows.id,
    version: jobRows.version,
    state: jobRows.state,
    name: sql`coalesce(${jobRows.name}, case ${jobRows.jobClass} ${defaultNames(t)} end)`,
    jobClass: jobRows.jobClass,
    cycle: jobRows.cycle,
    days: jobRows.days,
    nextAt: sql`(case when ${jobRows.state} = 'enabled' then ${jobProgressRows.nextAt} end)`,
    lastAt: jobProgressRows.lastAt,
    lastRun: jobProgressRows.lastRun,
    success: jobProgressRows.success,
    fail: jobProgressRows.fail,
    createdAt: jobRows.createdAt,
  }),
  // tasks belong to nobody: whoever sees the page sees all of them
  scope: unscoped,
}
