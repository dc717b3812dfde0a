import { and, eq } from 'drizzle-orm'
import type { ImportStep } from '#contract/imports/calls.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { withAdvisoryLock } from '#server/kernel/base/advisory-lock.ts'
import { type AuditEntry, record } from '#server/kernel/base/audit.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Database, Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { asRefusal, isLockConflict, setSessionVariables, withRetries } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { type ChunkPace, chunkPace } from './chunk-pace.ts'
import { csvLines } from './csv.ts'
import { importRows } from './store.ts'
import { analyzeTables, type Book, type ChunkTransaction, type ImportOutcome, writeBook } from './write-rows.ts'

/** Who imports: a member of staff, or whoever is at the shell. */
export type Maker = Pick<Actor, 'name' | 'unitId' | 'unitPath' | 'roles'> & { readonly id: Actor['id'] | null }

/** An import that was started. */
export interface ImportJob {
  /** How it gives way to others; as its database needs it where nothing else is said. */
  readonly pace?: ChunkPace
  readonly id: IdOf<'import'>
  readonly book: Book
  readonly maker: Maker
  readonly requestId: string
}

/** What a run stands on. */
export type ImportRunContext = Pick<AppContext, 'database' | 'clock' | 'secrets'> &
  Partial<Pick<AppContext, 'stopping'>> // nobody stops a shell but whoever sits at it
/** Hears how far a run has come, in lines of the file of loans. */
export type OnProgress = (step: ImportStep, done: number) => void

/** Advisory lock of whoever loads an import. */
const importLock = 4_600_003
const toldEvery = 1_000

/** @throws Refusal `import_interrupted` once the server is to stop: its files go with it. */
export function mustNotStop({ stopping }: Pick<ImportRunContext, 'stopping'>): void {
  if (stopping?.aborted) throw new Refusal('import_interrupted')
}

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

/** Keeps the row of the import. @throws Refusal where it counts as interrupted by now. */
async function mustBeRunning(tx: Db, job: ImportJob, strength: 'key share' | 'no key update'): Promise<void> {
  const rows = await tx.select({ id: importRows.id }).from(importRows).where(isRunning(job)).for(strength)
  if (rows.length === 0) throw new Refusal('import_interrupted')
}

/** The last import of each database that this process has begun to load. */
const lastLoad = new WeakMap<Database, Promise<unknown>>()

/** Loads one import at a time: two of one book must not meet. Its row is held meanwhile, or it would count as interrupted. */
function oneAtATime<Result>(
  job: ImportJob,
  { database }: ImportRunContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const locked = () => withAdvisoryLock(database, importLock, work, (tx) => mustBeRunning(tx, job, 'key share'))
  const before = lastLoad.get(database)
  const load = (before ?? Promise.resolve()).then(locked, locked)
  lastLoad.set(database, load)
  return load
}

/** Loads chunk by chunk, each in a transaction of its own: pages are answered meanwhile, and what is loaded stays. */
async function load(job: ImportJob, app: ImportRunContext, started: Date, tell: OnProgress): Promise<ImportOutcome> {
  const { clock, secrets, database } = app
  const { book, maker, id: importId } = job
  const shared = { importId, book: book.mapping.book, departmentId: maker.unitId, country: clock.country, secrets }
  const times = { now: started, today: today(clock, started) }
  const transaction: ChunkTransaction = (work) => {
    mustNotStop(app)
    const once = () =>
      database.db.transaction(async (tx) => {
        await mustBeRunning(tx, job, 'no key update')
        await setSessionVariables(tx, maker.name)
        return work({ ...shared, ...times, tx })
      })
    // whoever holds a row of it is soon gone, and nobody is there to try it again
    return withRetries(once, isLockConflict)
  }
  const analyze = () => analyzeTables(database)
  const pace = job.pace ?? chunkPace(database)
  const write = { transaction, pace, analyze, country: clock.country, now: started }
  const outcome = await writeBook(write, book, (done) => tell('loading', done))
  await analyze()
  await transaction(async ({ tx }) => {
    const done = outcome.loans.loaded + outcome.loans.known + outcome.loans.refused
    await tx.update(importRows).set({ state: 'finished', lines: done, finishedAt: clock.now() }).where(isRunning(job))
    await record(tx, { ...auditEntry(job, started, app), after: outcome, outcome: 'done' })
  })
  return outcome
}

/** Writes down that it has ended before its time, and why. What was loaded of it by then is counted beside. */
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
 * Runs an import: reads its files once to see that they can be read, then loads them. Of a file that cannot be read nothing
 * is loaded; what is loaded already where anything else goes wrong stays, and counts as known when the files are loaded again.
 * @throws Refusal for what is wrong with the files; what went wrong is written down by then.
 */
export async function runImport(job: ImportJob, app: ImportRunContext, tell: OnProgress): Promise<ImportOutcome> {
  const started = app.clock.now()
  try {
    await check(job.book, (step, done) => {
      mustNotStop(app)
      tell(step, done)
    })
    return await oneAtATime(job, app, () => load(job, app, started, tell))
  } catch (error) {
    const refusal = asRefusal(error)
    await recordFailure(job, app, started, refusal)
    throw refusal ?? error
  }
}
