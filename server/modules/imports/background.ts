import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/base/clock.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { checkBook } from './check-book.ts'
import { importRows } from './store.ts'
import { type ImportJob, mustNotStop, type OnProgress, runImport } from './worker.ts'

/** How far a run of this process has come. */
type Progress = Readonly<{ step: Parameters<OnProgress>[0]; done: number }>
interface Running {
  readonly work: Promise<void>
  progress: Progress
}

/** Runs of this process that are under way. */
const running = new Map<IdOf<'import'>, Running>()

/** Dry runs of this process that are under way. */
const checking = new Map<IdOf<'import'>, Running>()

/** How far a run or a dry run has come; none where it is not under way here. */
export const progressOf = (id: IdOf<'import'>): Progress | null =>
  (running.get(id) ?? checking.get(id))?.progress ?? null

/** Whether a dry run is under way here. */
export const isChecking = (id: IdOf<'import'>): boolean => checking.has(id)

/** Finds out what an import would do, in the background. */
export function launchCheck({ id, book, maker, requestId }: ImportJob, app: AppContext): void {
  const run: { progress: Progress } = { progress: { step: 'checking', done: 0 } }
  const { database, clock, secrets } = app
  const { db: tx } = database
  const now = clock.now()
  const shared = {
    tx,
    importId: id,
    book: book.mapping.book,
    departmentId: maker.unitId,
    country: clock.country,
    secrets,
  }
  const tell = (done: number) => {
    mustNotStop(app)
    run.progress = { step: 'checking', done }
  }
  const keep = (found: Pick<typeof importRows.$inferInsert, 'check' | 'fault'>) =>
    tx.update(importRows).set(found).where(eq(importRows.id, id))
  const work = checkBook({ ...shared, now, today: today(clock, now) }, book, tell)
    .then((check) => keep({ check, fault: null }))
    .then(() => {})
    .catch(async (error: unknown) => {
      if (!(error instanceof Refusal)) app.log.error({ err: error, requestId }, 'imports')
      const { fault, values = {} } = error instanceof Refusal ? error : new Refusal('internal', { requestId })
      await keep({ check: null, fault: { fault, values } })
    })
    .finally(() => checking.delete(id))
  checking.set(id, Object.assign(run, { work }))
}

/** Runs an import in the background. `over` is called once it has ended, however it ended. */
export function launch(job: ImportJob, app: AppContext, over: () => Promise<void>): void {
  const run: { progress: Progress } = { progress: { step: 'checking', done: 0 } }
  const tell: OnProgress = (step, done) => {
    run.progress = { step, done }
  }
  const work = runImport(job, app, tell)
    .then(() => {})
    .catch((error: unknown) => {
      if (!(error instanceof Refusal)) app.log.error({ err: error, requestId: job.requestId }, 'imports')
    })
    .then(over)
    .finally(() => running.delete(job.id))
  running.set(job.id, Object.assign(run, { work }))
}

/** Waits for the imports of this process that are under way. */
export const importsSettled = async (): Promise<void> => {
  await Promise.allSettled([...running.values(), ...checking.values()].map(({ work }) => work))
}

/**
 * Marks imports as failed whose process is gone: what they had loaded is loaded, and counted. To be called when a server
 * starts. One that another server is loading holds its row; one that it still checks will find itself marked, and load nothing.
 */
export async function endInterruptedImports({
  database: { db },
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const gone = db
    .select({ id: importRows.id })
    .from(importRows)
    .where(and(eq(importRows.state, 'running'), notInArray(importRows.id, [...running.keys()])))
    .for('update', { skipLocked: true })
  await db
    .update(importRows)
    .set({ state: 'failed', fault: { fault: 'import_interrupted' }, finishedAt: clock.now() })
    .where(sql`${importRows.id} in ${gone}`)
}
