import { and, desc, eq } from 'drizzle-orm'
import { type Import, imports } from '#contract/imports/calls.ts'
import { detectMapping, type ImportFile, type ImportMapping } from '#contract/imports/mapping.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import type { Uploads } from '#server/kernel/call/uploads.ts'
import { isChecking, launch, launchCheck, progressOf } from './background.ts'
import { inspectionOf, type OpenedFile, openFile } from './inspect.ts'
import { reportFile } from './report.ts'
import { type StagedFiles, stage, stagedFor, unstage } from './staged-files.ts'
import { addImport, mustBeReadable } from './steps.ts'
import { importRows } from './store.ts'

type StoredImport = typeof importRows.$inferSelect

const toImport = (row: StoredImport, { t }: Pick<Context, 't'>): Import => {
  const { id, state, lines, loaded, known, refused, fault } = row
  const progress = progressOf(id)
  const reason = (problem: string) => t(`imports.problem.${problem}`)
  return {
    id,
    version: row.version as Import['version'], // counted by the database
    state,
    files: row.fileName,
    lines,
    step: progress?.step ?? null,
    done: progress?.done ?? row.done,
    ...{ loaded, known, refused },
    failure: fault && { fault: fault.fault, msg: t(`faults.${fault.fault}`, fault.values) },
    check: row.check && {
      ...row.check,
      problems: row.check.problems.map((one) => ({ ...one, reason: reason(one.problem) })),
    },
    checking: isChecking(id),
    createdAt: toInstant(row.createdAt),
    finishedAt: row.finishedAt && toInstant(row.finishedAt),
  }
}

/** So many of one's imports are listed. */
const listedMax = 50

/** One's own import. */
async function mustFind(id: IdOf<'import'>, { tx, actor }: Context, lock = false): Promise<StoredImport> {
  const query = tx
    .select()
    .from(importRows)
    .where(and(eq(importRows.id, id), eq(importRows.makerId, actor.id)))
  const [row] = await (lock ? query.for('update') : query)
  if (!row) throw new Refusal('not_found')
  return row
}

/** One's own import whose files wait to be read with this mapping, locked. */
async function mustBeReady(id: IdOf<'import'>, mapping: ImportMapping, context: Context): Promise<StagedFiles> {
  const { state } = await mustFind(id, context, true)
  if (state !== 'uploaded') throw new Refusal('import_started')
  if (isChecking(id)) throw new Refusal('import_checking')
  const staged = stagedFor(id)
  if (!staged) throw new Refusal('import_file_gone')
  mustBeReadable(staged.files, mapping)
  return staged
}

/** Looks into the files of a call. */
async function open({ files }: Uploads): Promise<{ loans: OpenedFile; customers: OpenedFile | null }> {
  const opened = (file: ImportFile) => {
    const upload = files[file]
    return upload ? openFile({ file, ...upload }) : null
  }
  const loans = await opened('loans')
  return { loans: loans!, customers: await opened('customers') } // the kernel refuses a call without the first
}

/** Handlers of `imports`: books of loans that were lent elsewhere. */
export default implement(imports, {
  async upload(_, call) {
    const { tx, actor, app, note } = call
    const uploads = call.uploads! // the kernel takes them in before it calls
    const files = await open(uploads)
    const mapping = detectMapping({ loans: files.loans.headings, customers: files.customers?.headings ?? [] })
    const row = await addImport(tx, { files, mapping, state: 'uploaded', maker: actor }, app)
    const { id } = row
    note({ objectId: id, input: { files: row.fileName } })
    const inspected = [files.loans, files.customers].flatMap((one) => (one ? [inspectionOf(one, mapping)] : []))
    const answer = { import: toImport(row, call), files: inspected, mapping }
    call.afterCommit(async () => {
      await stage(id, { makerId: actor.id, files, remove: uploads.keep() })
      return answer
    })
    return answer
  },

  async check({ id, mapping }, call) {
    const { tx, actor, app, requestId } = call
    const { files } = await mustBeReady(id, mapping, call)
    const begun = { mapping, check: null, fault: null }
    const [row] = await tx.update(importRows).set(begun).where(eq(importRows.id, id)).returning()
    call.afterCommit(async () => {
      launchCheck({ id, book: { ...files, mapping }, maker: actor, requestId }, app)
      return toImport(row!, call)
    })
    return toImport(row!, call)
  },

  async start({ id, mapping }, call) {
    const { tx, actor, app, requestId } = call
    const { files, remove } = await mustBeReady(id, mapping, call)
    const [row] = await tx
      .update(importRows)
      .set({ state: 'running', mapping })
      .where(eq(importRows.id, id))
      .returning()
    call.afterCommit(async () => {
      unstage(id)
      launch({ id, book: { ...files, mapping }, maker: actor, requestId }, app, remove)
      return toImport(row!, call)
    })
    return toImport(row!, call)
  },

  async mine(_, call) {
    const own = eq(importRows.makerId, call.actor.id)
    const rows = await call.tx.select().from(importRows).where(own).orderBy(desc(importRows.createdAt)).limit(listedMax)
    return { imports: rows.map((row) => toImport(row, call)) }
  },

  get: async ({ id }, call) => toImport(await mustFind(id, call), call),

  async report({ id }, call) {
    const { mapping } = await mustFind(id, call)
    return reportFile(id, mapping, call) as never // a file stands for the answer
  },
})
