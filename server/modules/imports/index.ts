import { and, eq } from 'drizzle-orm'
import { type Import, imports } from '#contract/imports/calls.ts'
import { detectMapping, type ImportFile } from '#contract/imports/mapping.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import type { Uploads } from '#server/kernel/call/uploads.ts'
import { launch, progressOf } from './background.ts'
import { inspectionOf, type OpenedFile, openFile } from './inspect.ts'
import { reportFile } from './report.ts'
import { stage, stagedFor, unstage } from './staged-files.ts'
import { addImport, mustBeReadable } from './steps.ts'
import { importRows } from './store.ts'

type StoredImport = typeof importRows.$inferSelect

const toImport = (row: StoredImport, { t }: Pick<Context, 't'>): Import => {
  const { id, state, lines, loaded, known, refused, fault } = row
  const progress = state === 'running' ? progressOf(id) : null
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
    createdAt: toInstant(row.createdAt),
    finishedAt: row.finishedAt && toInstant(row.finishedAt),
  }
}

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

/** Looks into the files of a call. */
async function open({ files }: Uploads): Promise<{ loans: OpenedFile; customers: OpenedFile | null }> {
  const opened = (file: ImportFile) => {
    const upload = files[file]
    return upload ? openFile({ file, ...upload }) : null
  }
  const loans = await opened('loans')
  return { loans: loans!, customers: await opened('customers') } // the kernel refuses a call without the first
}

/** Books of loans that were lent elsewhere. */
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

  async start({ id, mapping }, call) {
    const { tx, actor, app, requestId, fail } = call
    const { state } = await mustFind(id, call, true)
    if (state !== 'uploaded') return fail('import_started')
    const staged = stagedFor(id) ?? fail('import_file_gone')
    const { files, remove } = staged
    mustBeReadable(files, mapping)
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

  get: async ({ id }, call) => toImport(await mustFind(id, call), call),

  async report({ id }, call) {
    const { mapping } = await mustFind(id, call)
    return reportFile(id, mapping, call) as never // a file stands for the answer
  },
})
