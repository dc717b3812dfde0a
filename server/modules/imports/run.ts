import { and, eq, sql } from 'drizzle-orm'
import type { ImportStep } from '#contract/imports/calls.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type AuditEntry, record } from '#server/kernel/audit.ts'
import { asRefusal, enter } from '#server/kernel/call.ts'
import { today } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { Refusal } from '#server/kernel/implement.ts'
import type { Actor } from '#server/kernel/permit.ts'
import { csvLines } from './csv.ts'
import { importRows } from './store.ts'
import { type Book, type Outcome, takeBook } from './take.ts'

/** Who imports: a member of staff, or whoever is at the shell. */
export type Maker = Pick<Actor, 'name' | 'unitId' | 'unitPath' | 'roles'> & { readonly id: Actor['id'] | null }

/** An import that was started. */
export interface Job {
  readonly id: IdOf<'import'>
  readonly book: Book
  readonly maker: Maker
  readonly requestId: string
}

/** What a run stands on. */
export type RunGround = Pick<Ground, 'database' | 'clock' | 'secrets'>
/** Hears how far a run has come, in lines of the file of loans. */
export type Tell = (step: ImportStep, done: number) => void

/** One import at a time: two of one book must not meet. */
const importLock = 4_600_003
const toldEvery = 1_000

/** Reads both files once. @throws Refusal where one cannot be read to its end. */
async function check({ loans, customers }: Book, tell: Tell): Promise<void> {
  let done = 0
  for await (const _ of csvLines(loans, loans.separator)) {
    if (done % toldEvery === 0) tell('checking', done)
    done += 1
  }
  if (customers) for await (const _ of csvLines(customers, customers.separator));
}

/** The audit row of a run. */
const told = (
  { id, book, maker, requestId }: Job,
  started: Date,
  { clock }: RunGround,
): Omit<AuditEntry, 'outcome'> => ({
  at: started,
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

const isRunning = ({ id }: Job) => and(eq(importRows.id, id), eq(importRows.state, 'running'))

/** Keeps the row of the import, and every other import away. @throws Refusal where it counts as interrupted by now. */
async function begin(tx: Db, job: Job): Promise<void> {
  const rows = await tx.select({ id: importRows.id }).from(importRows).where(isRunning(job)).for('update')
  if (rows.length === 0) throw new Refusal('import_interrupted')
  await tx.execute(sql`select pg_advisory_xact_lock(${importLock})`)
  await enter(tx, job.maker.name)
}

/** Loads everything in one transaction. */
const load = (job: Job, ground: RunGround, started: Date, tell: Tell): Promise<Outcome> =>
  ground.database.db.transaction(async (tx) => {
    await begin(tx, job)
    const { clock, secrets } = ground
    const { book, maker, id: importId } = job
    const shared = { tx, importId, book: book.mapping.book, departmentId: maker.unitId, country: clock.country }
    const times = { now: started, today: today(clock, started) }
    const outcome = await takeBook({ ...shared, ...times, secrets }, book, (done) => tell('loading', done))
    const { loaded, known, refused } = outcome.loans
    const counts = { loaded, known, refused, done: loaded + known + refused }
    await tx
      .update(importRows)
      .set({ state: 'finished', ...counts, lines: counts.done, finishedAt: clock.now() })
      .where(isRunning(job))
    await record(tx, { ...told(job, started, ground), after: outcome, outcome: 'done' })
    return outcome
  })

/** Writes down that nothing was loaded, and why. */
async function giveUp(job: Job, ground: RunGround, started: Date, refusal: Refusal | null): Promise<void> {
  const { fault, values = {} } = refusal ?? new Refusal('internal', { requestId: job.requestId })
  await ground.database.db.transaction(async (tx) => {
    await tx
      .update(importRows)
      .set({ state: 'failed', fault: { fault, values }, finishedAt: ground.clock.now() })
      .where(isRunning(job))
    await record(tx, { ...told(job, started, ground), outcome: refusal ? 'refused' : 'failed', fault })
  })
}

/**
 * Runs an import: reads its files once to see that they can be read, then loads everything, or nothing.
 * @throws Refusal for what is wrong with the files; what went wrong is written down by then.
 */
export async function runImport(job: Job, ground: RunGround, tell: Tell): Promise<Outcome> {
  const started = ground.clock.now()
  try {
    await check(job.book, tell)
    return await load(job, ground, started, tell)
  } catch (error) {
    const refusal = asRefusal(error)
    await giveUp(job, ground, started, refusal)
    throw refusal ?? error
  }
}
