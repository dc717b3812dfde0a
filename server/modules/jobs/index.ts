import { desc, eq } from 'drizzle-orm'
import { type Job, type JobRun, job, jobs } from '#contract/jobs.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { nextRunAt } from './cron.ts'
import { launch, queue } from './runner.ts'
import { defaultName, jobSource } from './source.ts'
import { jobProgressRows, jobRows, jobRunRows } from './store.ts'

type JobId = IdOf<'job'>
const place = rowSource(job, jobSource)

/** So many runs stand on the page of a task. */
const runsMax = 100

async function mustFind(id: JobId, { tx, actor, app, t }: Context): Promise<Job> {
  const row = await findOne(tx, place, id, { actor, scopes: ['all'], app, t: t })
  if (!row) throw new Refusal('not_found')
  return row as unknown as Job // read by its fields
}

/** When a cycle comes round next. Refuses `cycle_unknown`. */
function mustCome(cycle: string, { now, app }: Context): Date {
  const next = nextRunAt(cycle, now, app.clock.country)
  if (!next) throw new Refusal('cycle_unknown', { cycle })
  return next
}

const toRun = ({ queuedAt, startedAt, finishedAt, jobId: _, ...run }: typeof jobRunRows.$inferSelect): JobRun => ({
  ...run,
  queuedAt: toInstant(queuedAt),
  startedAt: startedAt && toInstant(startedAt),
  finishedAt: finishedAt && toInstant(finishedAt),
})

/** Work that is done by the clock. */
export default implement(
  jobs,
  {
    list: jobSource,

    async detail({ id }, context) {
      const runs = context.tx.select().from(jobRunRows).where(eq(jobRunRows.jobId, id))
      const last = await runs.orderBy(desc(jobRunRows.id)).limit(runsMax)
      return { job: await mustFind(id, context), runs: last.map(toRun) }
    },

    async add({ identifier, name, jobClass, cycle }, context) {
      const { tx, now, note } = context
      const id = identifier as JobId // named by whoever adds it
      const nextAt = mustCome(cycle, context)
      const row = { id, name, jobClass, cycle, state: 'enabled' as const, createdAt: now }
      const added = await tx.insert(jobRows).values(row).onConflictDoNothing().returning({ id: jobRows.id })
      if (added.length === 0) throw new Refusal('known_already')
      await tx.insert(jobProgressRows).values({ jobId: id, nextAt })
      note({ objectId: id })
      return mustFind(id, context)
    },

    async edit({ id, name, cycle }, context) {
      const nextAt = mustCome(cycle, context)
      // what it is called by itself stays in every reader's words
      const own = name === defaultName(context.row.jobClass, context.t)
      await context.tx
        .update(jobRows)
        .set({ name: own ? null : name, cycle })
        .where(eq(jobRows.id, id))
      await context.tx.update(jobProgressRows).set({ nextAt }).where(eq(jobProgressRows.jobId, id))
    },

    async setState({ id, state }, context) {
      const { tx, row } = context
      // one that was off for long begins with its next turn, not with those it missed
      const nextAt = mustCome(row.cycle, context)
      await tx.update(jobRows).set({ state }).where(eq(jobRows.id, id))
      await tx.update(jobProgressRows).set({ nextAt }).where(eq(jobProgressRows.jobId, id))
    },

    async run({ id }, context) {
      const { tx, actor, now, app, afterCommit } = context
      const run = await queue(tx, id, { trigger: 'person', startedBy: actor.name }, now)
      afterCommit(async () => {
        launch(run, app).catch((error: unknown) => app.log.error({ err: error, job: id }, 'jobs'))
        return mustFind(id, { ...context, tx: app.database.db })
      })
    },
  },
  [place],
)
