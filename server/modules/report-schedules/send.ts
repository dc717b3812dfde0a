import { and, asc, eq, gt, lte } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { safeMessage } from '#server/kernel/base/error-serializer.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { languageOf } from '#server/kernel/base/translations.ts'
import type { AppContext, TaskRunner } from '#server/kernel/call/context.ts'
import { forEachRow } from '#server/kernel/jobs/for-each-row.ts'
import { MailError } from '#server/kernel/mail/mail-error.ts'
import { type MadeFile, makeFile } from '#server/modules/exports/steps/make-file.ts'
import { contextFor } from '#server/modules/session/steps/context-for.ts'
import { staffById } from '#server/modules/staff/steps.ts'
import { type Alert, alertOf } from './condition.ts'
import { contentOf } from './content.ts'
import { mailFile } from './mail.ts'
import { storedFault, storedText } from './run-error.ts'
import { type Run, type RunId, settle, take } from './runs.ts'
import { reportRunRows, reportScheduleRows } from './store.ts'
import { queueDueFiles, type StoredSchedule } from './turns.ts'

/** So many are looked for at once. */
const portion = 50
/** So often is tried what broke, … */
const attemptsMax = 5
/** … after 1, 2, 4 and 8 minutes. */
const backoffMs = (attempts: number): number => 2 ** (attempts - 1) * 60_000

/** The language that whoever gets a file reads. */
async function languageFor({ recipientId }: Run, { database: { db } }: AppContext) {
  const person = await staffById(db, recipientId)
  return languageOf(person?.language ?? undefined)
}

/** Whether whoever a file is for gets it still: it may have waited, or was tried again. */
const isAwaited = ({ recipientId }: Run, { state, ownerId, recipientIds }: StoredSchedule): boolean =>
  state !== 'removed' && [ownerId, ...recipientIds].includes(recipientId)

/** What was delivered: the file, unless there was nothing to tell of, and the number that was looked at first. */
interface Delivered {
  readonly file: MadeFile | null
  readonly alert: Alert | null
}

/** Makes a file as its reader may see it now, and sends it where it goes by mail. @throws Refusal for what they may not have; MailError. */
async function deliver(run: Run, app: AppContext): Promise<Delivered> {
  if (run.mail === 'sending') throw MailError.interrupted()
  const [schedule] = await app.database.db
    .select()
    .from(reportScheduleRows)
    .where(eq(reportScheduleRows.id, run.scheduleId))
  const { content, query, shape, title, format, ownerId } = schedule! // its files go with it
  if (!isAwaited(run, schedule!)) return { file: null, alert: null }
  const language = await languageFor(run, app)
  const reader = await contextFor(run.recipientId, { requestId: run.id, language }, app)
  if (!reader) throw new Refusal('recipient_disabled')
  const sent = contentOf(content, app.registry)
  const { requires, report } = sent
  if (!reader.actor.may(requires)) throw new Refusal('forbidden')
  const alert = await alertOf(run, sent, schedule!, reader)
  if (alert && !alert.isTold) return { file: null, alert }
  const { by = report?.by[0] ?? '', grain = report?.grains[0] ?? 'day', measures, columns, comparison } = shape
  const input = { q: query, by, grain, measures, columns, comparison, format, title }
  // one for each run, however often it is tried
  const file = await makeFile({ id: `EX-${run.id}` as IdOf<'export'>, content, input }, reader)
  if (run.mail) await mailFile(run, { file, alert, title, ownerId }, reader)
  return { file, alert }
}

/** What is kept of an error: its key, or what it says where it has none. */
function storedErrorOf(error: unknown): string {
  if (error instanceof Refusal) return storedFault(error)
  if (!(error instanceof MailError)) return storedText(safeMessage(error))
  return storedFault({ fault: `mail_${error.outcome}`, values: { answer: error.answer } })
}

/** How a file ended that did not arrive, by how its error ends: for good, or tried again a few times. */
function endingOf(run: Run, error: unknown, app: Pick<AppContext, 'clock'>): Partial<Run> {
  const now = app.clock.now()
  const why = storedErrorOf(error)
  const ended = (state: Run['state'], mail: Run['mail'] = 'notSent'): Partial<Run> => ({
    ...{ state, error: why, nextAt: null, finishedAt: now },
    mail: run.mail && mail,
  })
  if (error instanceof Refusal) return ended('refused')
  if (error instanceof MailError && error.outcome === 'refused') return ended('refused')
  if (error instanceof MailError && error.outcome === 'unclear') return ended('failed', 'unclear')
  if (run.attempts >= attemptsMax) return ended('failed')
  const again = new Date(now.getTime() + backoffMs(run.attempts))
  return { state: 'queued', error: why, nextAt: again, mail: run.mail && 'waiting' }
}

/** Delivers one file, and says how that ended. @throws what stopped it. */
async function send(id: RunId, app: AppContext): Promise<((tx: Db) => Promise<boolean>) | null> {
  const run = await take(id, app)
  if (!run) return null
  try {
    const { file, alert } = await deliver(run, app)
    return async (tx) => {
      const ended = { error: null, nextAt: null, finishedAt: app.clock.now() }
      const looked = alert && { measured: alert.measured, met: alert.met }
      const made = file
        ? ({ state: 'done', rows: file.rows, bytes: file.bytes, mail: run.mail && 'sent' } as const)
        : ({ state: 'quiet', mail: null } as const)
      await settle(tx, run, { ...made, ...looked, ...ended })
      return true
    }
  } catch (error) {
    await settle(app.database.db, run, endingOf(run, error, app))
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
