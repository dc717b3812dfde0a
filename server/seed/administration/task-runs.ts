import { sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { jobProgressRows, jobRows, jobRunRows } from '#server/modules/jobs/store.ts'
import type { SeedContext } from '../history/context.ts'
import { roles } from '../roles.ts'

/** How a task went in the last nights: the minute it begins in, how many rows each run was for. */
const nightly = [
  { job: 'expireApprovals', minute: 20, done: [3, 5, 2], ms: 180 },
  { job: 'doLate', minute: 0, done: [612, 588, 604], ms: 4_200 },
  { job: 'allocateCases', minute: 30, done: [47, 52, 44], ms: 1_900 },
  { job: 'auditBook', minute: 100, done: [19_204, 811, 790], ms: 9_600 },
] as const
/** What broke a run off: of one, somebody ran it again; the other is still to be looked at. */
const broken = 'The database did not answer within 30 s'
const [mended, failing] = ['lapseReductions', 'drawQualitySample'] as const
const [mendedMinute, againMinute, failingMinute] = [15, 552, 40]

type Run = typeof jobRunRows.$inferInsert
const idOf = (name: string) => name as IdOf<'job'> // named by its class

const run = (job: string, at: Date, { ms, ...how }: { ms: number } & Partial<Run>): Run => ({
  ...{ jobId: idOf(job), state: 'success', trigger: 'cycle', startedBy: 'schedule' },
  ...{ queuedAt: at, startedAt: at, finishedAt: new Date(at.getTime() + ms), durationMs: ms },
  ...how,
})

/** Adds runs of the nights before, one that failed and was run again, one that failed last, and a task that is switched off. */
export async function addTaskRuns(db: Db, context: SeedContext): Promise<void> {
  const night = (ago: number, minute: number) => context.at(context.after(context.today, -ago), minute)
  const went = nightly.flatMap(({ job, minute, done, ms }) =>
    done.map((rows, i) => run(job, night(done.length - i, minute), { ms: ms + i * 70, done: rows })),
  )
  const error = broken
  const runs = [
    ...went,
    run(mended, night(1, mendedMinute), { state: 'fail', ms: 30_000, error }),
    run(mended, night(1, againMinute), { trigger: 'person', startedBy: roles.OPS.name, ms: 240, done: 6 }),
    run(failing, night(2, failingMinute), { ms: 310, done: 38 }),
    run(failing, night(1, failingMinute), { state: 'fail', ms: 30_000, error }),
  ].toSorted((a, b) => a.queuedAt.getTime() - b.queuedAt.getTime())
  await db.insert(jobRunRows).values(runs)
  await db.execute(sql`update ${jobProgressRows} set last_at = told.at, last_run = told.state, success = told.success, fail = told.fail
    from (select job_id, max(finished_at) as at, (array_agg(state order by id desc))[1] as state,
        (count(*) filter (where state = 'success'))::int as success, (count(*) filter (where state = 'fail'))::int as fail
      from ${jobRunRows} group by 1) told where told.job_id = ${jobProgressRows.jobId}`)
  const id = idOf('remindEvening')
  const createdAt = context.at(context.start, 0)
  await db.insert(jobRows).values({
    ...{ id, name: 'Send again in the evening', jobClass: 'sendMessages', cycle: '0 18 * * 1-5' },
    state: 'disabled',
    createdAt,
  })
  await db.insert(jobProgressRows).values({ jobId: id })
}
