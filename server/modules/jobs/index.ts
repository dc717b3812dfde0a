import { and, desc, eq, getTableColumns, isNotNull } from 'drizzle-orm'
import { type CycleMeaning, type Job, type JobRun, job, jobs } from '#contract/jobs.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { cycleInWords } from './cron.ts'
import { parseCycle, WrongCycle } from './cycle.ts'
import { nextRuns, nextRunsIfAny, type Schedule } from './next-runs.ts'
import { queue } from './runner.ts'
import { defaultName, jobSource } from './source.ts'
import { launchRun } from './steps.ts'
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

/** When a task comes round next. Refuses a cycle that is none, saying what is wrong with it. */
async function mustCome(schedule: Schedule, { tx, now, app: { clock } }: Context): Promise<Date> {
  try {
    return (await nextRuns(schedule, now, 1, { tx, clock }))[0]!
  } catch (error) {
    if (error instanceof WrongCycle) throw new Refusal(error.fault, error.values, { field: 'cycle' })
    throw error
  }
}

/** So many turns of a cycle are shown. */
const turnsShown = 5

/** What the cycle of a task means; nothing where an older version has taken what is none, or nobody works any more. */
async function meaningOf(schedule: Schedule, context: Context): Promise<CycleMeaning | null> {
  const { tx, now, app, language, t } = context
  const { cycle } = schedule
  const next = await nextRunsIfAny(schedule, now, turnsShown, { tx, clock: app.clock })
  if (next.length === 0) return null
  return {
    words: cycleInWords(cycle, language),
    notes: parseCycle(cycle).notes.map(({ note, values }) => t(`jobs.cycleNote.${note}`, values)),
    next: next.map(toInstant),
  }
}

type ListedRun = Omit<typeof jobRunRows.$inferSelect, 'findings'>

/** What there is to say of a run in the reader's words: what broke it off, and why rows were refused, with some of them. */
function logOf({ error, refusals }: ListedRun, t: Context['t']): string | null {
  const refused = (refusals ?? []).map(({ fault, values, count, ids }) => {
    const why = fault === 'internal' ? t('jobs.unforeseen') : t(`faults.${fault}`, values)
    return `${count} · ${why}: ${ids.join(', ')}${count > ids.length ? ' …' : ''}`
  })
  const lines = [...(error ? [error] : []), ...refused]
  return lines.length > 0 ? lines.join('; ') : null
}

const toRun = (listed: ListedRun, t: Context['t']): JobRun => {
  const { queuedAt, startedAt, finishedAt, jobId: _, error: __, refusals: ___, ...run } = listed
  return {
    ...run,
    log: logOf(listed, t),
    queuedAt: toInstant(queuedAt),
    startedAt: startedAt && toInstant(startedAt),
    finishedAt: finishedAt && toInstant(finishedAt),
  }
}

/** Handlers of `jobs`: work that is done by the clock. */
export default implement(
  jobs,
  {
    list: jobSource,

    async detail({ id }, context) {
      const { findings: _, ...columns } = getTableColumns(jobRunRows)
      const newest = desc(jobRunRows.id)
      const mine = eq(jobRunRows.jobId, id)
      const runs = await context.tx.select(columns).from(jobRunRows).where(mine).orderBy(newest).limit(runsMax)
      const [ended] = await context.tx
        .select({ findings: jobRunRows.findings })
        .from(jobRunRows)
        .where(and(mine, isNotNull(jobRunRows.startedAt), isNotNull(jobRunRows.finishedAt)))
        .orderBy(newest)
        .limit(1)
      const row = await mustFind(id, context)
      const meaning = await meaningOf(row, context)
      return {
        job: row,
        meaning,
        runs: runs.map((run) => toRun(run, context.t)),
        findings: [...(ended?.findings ?? [])],
      }
    },

    async add({ identifier, name, jobClass, cycle, days = 'every' }, context) {
      const { tx, now, note } = context
      const id = identifier as JobId // named by whoever adds it
      const nextAt = await mustCome({ cycle, days }, context)
      const row = { id, name, jobClass, cycle, days, state: 'enabled' as const, createdAt: now }
      const added = await tx.insert(jobRows).values(row).onConflictDoNothing().returning({ id: jobRows.id })
      if (added.length === 0) throw new Refusal('known_already', undefined, { field: 'identifier' })
      await tx.insert(jobProgressRows).values({ jobId: id, nextAt })
      note({ objectId: id, after: { name, jobClass, cycle, days } })
      return mustFind(id, context)
    },

    async edit({ id, name, cycle, days: chosen }, context) {
      const days = chosen ?? context.row.days
      const nextAt = await mustCome({ cycle, days }, context)
      // what it is called by itself stays in every reader's words
      const own = name === defaultName(context.row.jobClass, context.t)
      await context.tx
        .update(jobRows)
        .set({ name: own ? null : name, cycle, days })
        .where(eq(jobRows.id, id))
      await context.tx.update(jobProgressRows).set({ nextAt }).where(eq(jobProgressRows.jobId, id))
    },

    async setState({ id, state }, context) {
      const { tx, row } = context
      // one that was off for long begins with its next turn, not with those it missed
      const nextAt = await mustCome(row, context)
      await tx.update(jobRows).set({ state }).where(eq(jobRows.id, id))
      await tx.update(jobProgressRows).set({ nextAt }).where(eq(jobProgressRows.jobId, id))
    },

    async run({ id }, context) {
      const { tx, actor, now, app, afterCommit } = context
      const run = await queue(tx, id, { trigger: 'person', startedBy: actor.name }, now)
      afterCommit(async () => {
        launchRun(run, app)
        return mustFind(id, { ...context, tx: app.database.db })
      })
    },
  },
  [place],
)
