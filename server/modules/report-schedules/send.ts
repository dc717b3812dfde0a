import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { safeMessage } from '#server/kernel/base/error-serializer.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { languageOf } from '#server/kernel/base/translations.ts'
import type { AppContext, TaskRunner } from '#server/kernel/call/context.ts'
import { forEachRow } from '#server/kernel/jobs/for-each-row.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { makeFile } from '#server/modules/exports/steps/make-file.ts'
import { contextFor } from '#server/modules/session/steps/context-for.ts'
import { staffById } from '#server/modules/staff/steps.ts'
import { contentOf } from './content.ts'
import { reportRunRows, reportScheduleRows } from './store.ts'
import { queueDueFiles } from './turns.ts'

type Run = typeof reportRunRows.$inferSelect
type RunId = IdOf<'reportRun'>

/** So many are looked for at once. */
const portion = 50
/** After so long somebody else takes up what nobody has said the end of: longer than the longest file takes. */
const leaseMs = 15 * 60_000
/** So often is tried what broke, … */
const attemptsMax = 5
/** … after 1, 2, 4 and 8 minutes. */
const backoffMs = (attempts: number): number => 2 ** (attempts - 1) * 60_000
const errorMax = 500

/** Takes up a file that is due; null where somebody else has. */
async function take(id: RunId, { database: { db }, clock }: AppContext): Promise<Run | null> {
  const now = clock.now()
  const [run] = await db
    .update(reportRunRows)
    .set({ state: 'running', attempts: sql`${reportRunRows.attempts} + 1`, nextAt: new Date(now.getTime() + leaseMs) })
    .where(and(eq(reportRunRows.id, id), lte(reportRunRows.nextAt, now)))
    .returning()
  return run ?? null
}

/** Says how a file ended, unless somebody else has taken it up meanwhile. */
async function settle(tx: Db, run: Run, ended: Partial<Run>): Promise<void> {
  const mine = and(eq(reportRunRows.id, run.id), eq(reportRunRows.attempts, run.attempts))
  await tx.update(reportRunRows).set(ended).where(mine)
  await announceRows(tx, 'reportSchedules')
}

/** The language that whoever gets a file reads. */
async function languageFor({ recipientId }: Run, { database: { db } }: AppContext) {
  const person = await staffById(db, recipientId)
  return languageOf(person?.language ?? undefined)
}

/** Makes a file as its reader may see it now. @throws Refusal for what they may not have. */
async function make(run: Run, app: AppContext) {
  const [schedule] = await app.database.db
    .select()
    .from(reportScheduleRows)
    .where(eq(reportScheduleRows.id, run.scheduleId))
  const { content, query, shape, title, format } = schedule! // its files go with it
  const language = await languageFor(run, app)
  const reader = await contextFor(run.recipientId, { requestId: run.id, language }, app)
  if (!reader) throw new Refusal('recipient_disabled')
  const { requires, report } = contentOf(content, app.registry)
  if (!reader.actor.may(requires)) throw new Refusal('forbidden')
  const { by = report?.by[0] ?? '', grain = 'day', measures, columns, comparison } = shape
  const input = { q: query, by, grain, measures, columns, comparison, format, title }
  // one for each run, however often it is tried
  return makeFile({ id: `EX-${run.id}` as IdOf<'export'>, content, input }, reader)
}

/** How a file ended that was not made: refused, in its reader's words, or broken off, and tried again a few times. */
async function endingOf(run: Run, error: unknown, app: AppContext): Promise<Partial<Run>> {
  const now = app.clock.now()
  if (error instanceof Refusal) {
    const text = app.translations.t(await languageFor(run, app), `faults.${error.fault}`, error.values)
    return { state: 'refused', error: text.slice(0, errorMax), nextAt: null, finishedAt: now }
  }
  const text = safeMessage(error).slice(0, errorMax)
  if (run.attempts >= attemptsMax) return { state: 'failed', error: text, nextAt: null, finishedAt: now }
  return { state: 'queued', error: text, nextAt: new Date(now.getTime() + backoffMs(run.attempts)) }
}

/** Makes one file, and says how that ended. @throws what stopped it. */
async function send(id: RunId, app: AppContext): Promise<((tx: Db) => Promise<boolean>) | null> {
  const run = await take(id, app)
  if (!run) return null
  try {
    const { rows, bytes } = await make(run, app)
    return async (tx) => {
      const ended = { rows, bytes, error: null, nextAt: null, finishedAt: app.clock.now() }
      await settle(tx, run, { state: 'done', ...ended })
      return true
    }
  } catch (error) {
    await settle(app.database.db, run, await endingOf(run, error, app))
    throw error
  }
}

/** Makes the files of every schedule that is due. */
export const sendReports: TaskRunner = async (app) => {
  await queueDueFiles(app)
  const isDue = () => lte(reportRunRows.nextAt, app.clock.now())
  return forEachRow<RunId>(
    {
      as: 'reportSchedules',
      async next(db, after) {
        const due = await db
          .select({ id: reportRunRows.id })
          .from(reportRunRows)
          .where(and(isDue(), after === null ? undefined : gt(reportRunRows.id, after)))
          .orderBy(asc(reportRunRows.id))
          .limit(portion)
        return due.map(({ id }) => id)
      },
      one: (id) => send(id, app),
    },
    app,
  )
}
