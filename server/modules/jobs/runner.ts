import { and, desc, eq, gt, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { safeMessage } from '#server/kernel/base/error-serializer.ts'
import type { AppContext, Tally } from '#server/kernel/call/context.ts'
import type { Job } from '#server/kernel/jobs/jobs.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { isRunDay, nextRunsIfAny } from './next-runs.ts'
import { jobProgressRows, jobRows, jobRunRows } from './store.ts'

type JobId = IdOf<'job'>
type StoredJobRun = typeof jobRunRows.$inferSelect

/** How often a run says that it goes on, and after how long without a word it is given up. */
const beatMs = 10_000
const lostMs = 60_000
/** A word from so much later was said by a clock that was ahead, and has been set right. */
const aheadMs = 3_600_000

/** The clock of the database, which all servers share: theirs may be minutes apart. */
const present = sql`now()`
/** So many milliseconds before it, or behind where they are negative. */
const ago = (ms: number) => sql`now() - ${`${ms} ms`}::interval`

const nothing: Tally = { done: 0, refused: 0 }

/** How long a run took, as its column holds it: a clock may have been set meanwhile, by years and backwards. */
const durationBetween = (from: Date, to: Date): number =>
  Math.min(Math.max(to.getTime() - from.getTime(), 0), 2 ** 31 - 1)

/** Ends a run, and counts it where it was one. Answers whether it was the one under way. */
async function finishRun(
  db: Db,
  run: StoredJobRun,
  ended: Partial<StoredJobRun> & Pick<StoredJobRun, 'state'>,
  now: Date,
): Promise<boolean> {
  const durationMs = run.startedAt && durationBetween(run.startedAt, now)
  return db.transaction(async (tx) => {
    await tx
      .update(jobRunRows)
      .set({ ...ended, durationMs, finishedAt: now })
      .where(eq(jobRunRows.id, run.id))
    const counted = ended.state === 'success' ? 'success' : 'fail'
    const free = await tx
      .update(jobProgressRows)
      .set({ running: null, aliveAt: null, lastRun: counted, [counted]: sql`${jobProgressRows[counted]} + 1` })
      .where(and(eq(jobProgressRows.jobId, run.jobId), eq(jobProgressRows.running, run.id)))
      .returning({ jobId: jobProgressRows.jobId })
    await announceRows(tx, 'jobs')
    return free.length > 0
  })
}

/** Takes a queued run up, unless another of its task is under way: then it is skipped. */
async function startRun(run: StoredJobRun, { database: { db }, clock }: AppContext): Promise<StoredJobRun | null> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const mine = tx
      .select()
      .from(jobRunRows)
      .where(and(eq(jobRunRows.id, run.id), eq(jobRunRows.state, 'queued')))
    const [queued] = await mine.for('update', { skipLocked: true })
    if (!queued) return null
    const free = and(eq(jobProgressRows.jobId, run.jobId), sql`${jobProgressRows.running} is null`)
    const taken = await tx
      .update(jobProgressRows)
      .set({ running: run.id, aliveAt: present, lastAt: now, lastRun: 'running' })
      .where(free)
      .returning({ jobId: jobProgressRows.jobId })
    const began = taken.length > 0 ? { state: 'running' as const, startedAt: now } : { state: 'skipped' as const }
    const [row] = await tx.update(jobRunRows).set(began).where(eq(jobRunRows.id, run.id)).returning()
    await announceRows(tx, 'jobs')
    return taken.length > 0 ? row! : null
  })
}

/** Puts a run that its server breaks off back into the queue: its task goes on at the next look of whichever server. */
const putBack = ({ id, jobId }: StoredJobRun, db: Db): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.update(jobRunRows).set({ state: 'queued', startedAt: null }).where(eq(jobRunRows.id, id))
    await tx
      .update(jobProgressRows)
      .set({ running: null, aliveAt: null, lastRun: null })
      .where(and(eq(jobProgressRows.jobId, jobId), eq(jobProgressRows.running, id)))
    await announceRows(tx, 'jobs')
  })

/** Does the work of a run, saying meanwhile that it goes on. What it throws is written down. */
async function executeRun(run: StoredJobRun, app: AppContext): Promise<void> {
  const { database, clock, log, taskRunners } = app
  const { db } = database
  const [job] = await db.select().from(jobRows).where(eq(jobRows.id, run.jobId))
  const beat = setInterval(() => {
    const mine = eq(jobProgressRows.running, run.id)
    void db
      .update(jobProgressRows)
      .set({ aliveAt: present })
      .where(mine)
      .catch(() => {}) // the next beat says so
  }, beatMs)
  try {
    const tally = await (taskRunners.get(job!.jobClass)?.(app) ?? nothing)
    const { findings = [], refusals = [], ...counts } = tally
    const state = findings.length > 0 ? 'fail' : 'success'
    const told = { findings: findings.length > 0 ? findings : null, refusals: refusals.length > 0 ? refusals : null }
    await finishRun(db, run, { state, ...counts, ...told }, clock.now())
  } catch (error) {
    if (app.stopping.aborted) return await putBack(run, db)
    log.error({ err: error, job: run.jobId }, 'jobs')
    await finishRun(db, run, { state: 'fail', error: safeMessage(error).slice(0, 500) }, clock.now())
  } finally {
    clearInterval(beat)
  }
}

/** Runs of this process that are under way. */
const running = new Map<number, Promise<void>>()

/** Does a queued run, whoever queued it. One at a time of each task, whatever the number of servers. */
export function launch(run: StoredJobRun, app: AppContext): Promise<void> {
  const known = running.get(run.id)
  if (known) return known
  if (app.stopping.aborted) return Promise.resolve() // it stays queued
  const started = startRun(run, app)
    .then((begun) => (begun ? executeRun(begun, app) : undefined))
    .finally(() => running.delete(run.id))
  running.set(run.id, started)
  return started
}

/** Waits for the runs of this process that are under way. */
export const jobsSettled = async (): Promise<void> => {
  await Promise.allSettled(running.values())
}

/** Queues a run of a task. */
export async function queue(
  tx: Db,
  jobId: JobId,
  by: Pick<StoredJobRun, 'trigger' | 'startedBy'>,
  now: Date,
): Promise<StoredJobRun> {
  const [run] = await tx
    .insert(jobRunRows)
    .values({ jobId, ...by, state: 'queued', queuedAt: now })
    .returning()
  return run!
}

const stopped = 'the server stopped'

/** Gives up runs that nobody has said a word of for so long. Answers those that were given up here. */
async function failLost({ database: { db }, clock }: AppContext, silentMs: number): Promise<StoredJobRun[]> {
  const now = clock.now()
  const { aliveAt } = jobProgressRows
  const silent = or(lt(aliveAt, ago(silentMs)), gt(aliveAt, ago(-aheadMs)))
  const lost = and(isNotNull(jobProgressRows.running), silent)
  const gone = await db
    .select({ run: jobRunRows })
    .from(jobProgressRows)
    .innerJoin(jobRunRows, eq(jobRunRows.id, jobProgressRows.running))
    .where(lost)
  const mine: StoredJobRun[] = []
  for (const { run } of gone) if (await finishRun(db, run, { state: 'fail', error: stopped }, now)) mine.push(run)
  return mine
}

/** A task that has stopped its server so often in a row waits for its next turn. */
const lostMax = 3

/** Has what was lost run again, unless its turn has come anyhow, or it is what stops the server. */
async function requeueLost(
  { jobId, trigger, startedBy }: StoredJobRun,
  { database: { db }, clock }: AppContext,
): Promise<void> {
  const last = await db
    .select({ state: jobRunRows.state, error: jobRunRows.error })
    .from(jobRunRows)
    .where(eq(jobRunRows.jobId, jobId))
    .orderBy(desc(jobRunRows.id))
    .limit(lostMax)
  const queued = last.some(({ state }) => state === 'queued')
  const hopeless = last.length === lostMax && last.every(({ error }) => error === stopped)
  if (!queued && !hopeless) await queue(db, jobId, { trigger, startedBy }, clock.now())
}

/** Queues what is due. A task that missed several turns is run once: what it does catches up by itself. */
async function queueDue({ database: { db }, clock }: AppContext): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const due = await tx
      .select({ job: jobRows })
      .from(jobRows)
      .innerJoin(jobProgressRows, eq(jobProgressRows.jobId, jobRows.id))
      .where(and(eq(jobRows.state, 'enabled'), lte(jobProgressRows.nextAt, now)))
      .for('update', { of: jobProgressRows, skipLocked: true })
    for (const { job } of due) {
      if (await isRunDay(job, now, { tx, clock }))
        await queue(tx, job.id, { trigger: 'cycle', startedBy: 'schedule' }, now)
      const [nextAt = null] = await nextRunsIfAny(job, now, 1, { tx, clock })
      await tx.update(jobProgressRows).set({ nextAt }).where(eq(jobProgressRows.jobId, job.id))
    }
  })
}

/** Brings turns nearer that a clock that was ahead has put off, or that fell on a day that has been opened since. */
async function bringNearer({ database: { db }, clock }: AppContext): Promise<void> {
  const now = clock.now()
  const ahead = await db
    .select({ job: jobRows, nextAt: jobProgressRows.nextAt })
    .from(jobRows)
    .innerJoin(jobProgressRows, eq(jobProgressRows.jobId, jobRows.id))
    .where(and(eq(jobRows.state, 'enabled'), gt(jobProgressRows.nextAt, now)))
  for (const { job, nextAt } of ahead) {
    const [nearer] = await nextRunsIfAny(job, now, 1, { tx: db, clock })
    if (!nearer || nearer >= nextAt!) continue
    const unchanged = and(eq(jobProgressRows.jobId, job.id), eq(jobProgressRows.nextAt, nextAt!))
    await db.update(jobProgressRows).set({ nextAt: nearer }).where(unchanged)
  }
}

/**
 * Sees to the scheduled tasks: gives up what is lost, queues what is due and what was lost, and starts what is queued.
 * Lost is what has been silent for a minute; whatever was under way, where a server that had it alone begins anew.
 */
export async function runScheduler(app: AppContext, { anew = false } = {}): Promise<void> {
  const { db, kind } = app.database
  const lost = await failLost(app, anew && kind === 'embedded' ? 0 : lostMs)
  await queueDue(app)
  await bringNearer(app)
  for (const run of lost) await requeueLost(run, app)
  const queued = await db.select().from(jobRunRows).where(eq(jobRunRows.state, 'queued')).orderBy(jobRunRows.id)
  for (const run of queued) {
    launch(run, app).catch((error: unknown) => app.log.error({ err: error, job: run.jobId }, 'jobs'))
  }
}

/** Looks every minute; what it starts goes on by itself. */
export const schedulerJob: Job = { id: 'tendJobs', cron: '* * * * *', run: (app) => runScheduler(app) }
