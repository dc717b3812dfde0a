import { and, eq, sql } from 'drizzle-orm'
import type { ImportStep } from '#contract/imports/calls.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { type AuditEntry, record } from '#server/kernel/base/audit.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { asRefusal, setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { csvLines } from './csv.ts'
import { importProblemRows, importRows } from './store.ts'
import { type Book, type ImportOutcome, writeBook } from './write-rows.ts'

/** Who imports: a member of staff, or whoever is at the shell. */
export type Maker = Pick<Actor, 'name' | 'unitId' | 'unitPath' | 'roles'> & { readonly id: Actor['id'] | null }

/** An import that was started. */
export interface ImportJob {
  readonly id: IdOf<'import'>
  readonly book: Book
  readonly maker: Maker
  readonly requestId: string
}

/** What a run stands on. */
export type ImportRunContext = Pick<AppContext, 'database' | 'clock' | 'secrets'>
/** Hears how far a run has come, in lines of the file of loans. */
export type OnProgress = (step: ImportStep, done: number) => void

/** One import at a time: two of one book must not meet. */
const importLock = 4_600_003
const toldEvery = 1_000

/** Reads both files once. @throws Refusal where one cannot be read to its end. */
async function check({ loans, customers }: Book, tell: OnProgress): Promise<void> {
  let done = 0
  for await (const _ of csvLines(loans, loans.separator)) {
    if (done % toldEvery === 0) tell('checking', done)
    done += 1
  }
  if (customers) for await (const _ of csvLines(customers, customers.separator));
}

/** The audit row of a run. */
const auditEntry = (
  { id, book, maker, requestId }: ImportJob,
  started: Date,
  { clock }: ImportRunContext,
): Omit<AuditEntry, 'outcome'> => ({
  at: clock.now(), // at its end: an entry about long ago would look like one slipped in
  actorId: maker.id,
  actorName: maker.name,
  unitPath: maker.unitPath,
  roles: [...maker.roles],
  page: 'applications',
  command: 'imports.run',
  risk: 'irreversible',
  noun: 'imports',
  objectId: id,
  input: { book: book.mapping.book, files: [book.loans.name, ...(book.customers ? [book.customers.name] : [])] },
  requestId,
  durationMs: clock.now().getTime() - started.getTime(),
})

const isRunning = ({ id }: ImportJob) => and(eq(importRows.id, id), eq(importRows.state, 'running'))

/** Keeps the row of the import, and every other import away. @throws Refusal where it counts as interrupted by now. */
async function lockImport(tx: Db, job: ImportJob): Promise<void> {
  const rows = await tx.select({ id: importRows.id }).from(importRows).where(isRunning(job)).for('update')
  if (rows.length === 0) throw new Refusal('import_interrupted')
  await tx.execute(sql`select pg_advisory_xact_lock(${importLock})`)
  await setSessionVariables(tx, job.maker.name)
}

/** Loads everything in one transaction. */
const load = (job: ImportJob, app: ImportRunContext, started: Date, tell: OnProgress): Promise<ImportOutcome> =>
  app.database.db.transaction(async (tx) => {
    await lockImport(tx, job)
    const { clock, secrets } = app
    const { book, maker, id: importId } = job
    await tx.delete(importProblemRows).where(eq(importProblemRows.importId, importId)) // those of a dry run
    const shared = { tx, importId, book: book.mapping.book, departmentId: maker.unitId, country: clock.country }
    const times = { now: started, today: today(clock, started) }
    const outcome = await writeBook({ ...shared, ...times, secrets }, book, (done) => tell('loading', done))
    const { loaded, known, refused } = outcome.loans
    const counts = { loaded, known, refused, done: loaded + known + refused }
    await tx
      .update(importRows)
      .set({ state: 'finished', ...counts, lines: counts.done, finishedAt: clock.now() })
      .where(isRunning(job))
    await record(tx, { ...auditEntry(job, started, app), after: outcome, outcome: 'done' })
    return outcome
  })

/** Writes down that nothing was loaded, and why. */
async function recordFailure(
  job: ImportJob,
  app: ImportRunContext,
  started: Date,
  refusal: Refusal | null,
): Promise<void> {
  const { fault, values = {} } = refusal ?? new Refusal('internal', { requestId: job.requestId })
  await app.database.db.transaction(async (tx) => {
    await tx
      .update(importRows)
      .set({ state: 'failed', fault: { fault, values }, finishedAt: app.clock.now() })
      .where(isRunning(job))
    await record(tx, { ...auditEntry(job, started, app), outcome: refusal ? 'refused' : 'failed', fault })
  })
}

/**
 * Runs an import: reads its files once to see that they can be read, then loads everything, or nothing.
 * @throws Refusal for what is wrong with the files; what went wrong is written down by then.
 */
export async function runImport(job: ImportJob, app: ImportRunContext, tell: OnProgress): Promise<ImportOutcome> {
  const started = app.clock.now()
  try {
    await check(job.book, tell)
    return await load(job, app, started, tell)
  } catch (error) {
    const refusal = asRefusal(error)
    await recordFailure(job, app, started, refusal)
    throw refusal ?? error
  }
}
