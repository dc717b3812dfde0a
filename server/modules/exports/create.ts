import { randomUUID } from 'node:crypto'
import { and, count, eq, sql } from 'drizzle-orm'
import type { ExportFile, exports } from '#contract/exports.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { Listing } from '#contract/kernel/list.ts'
import type { Instant } from '#contract/kernel/values.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { languageOf } from '#server/kernel/base/translations.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { stepUpDue } from '#server/kernel/call/step-up.ts'
import { exportBytes, exportFileName, writers } from '#server/kernel/export/export-file.ts'
import { viewToExport } from '#server/kernel/export/view-to-export.ts'
import { pruneJoins } from '#server/kernel/listing/prune-joins.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { lockStaff } from '#server/modules/staff/steps.ts'
import { reachOf } from './access.ts'
import { type Export, newFile } from './build.ts'
import { newLease } from './lease.ts'
import { exportRows } from './store.ts'
import { launch } from './worker.ts'

/** How many files somebody may have made at once. */
const atOnceMax = 3

/** A file as whoever asked for it is told of it. */
export const toExportStatus = ({ id, name, state, done, count: all, expiresAt }: Export): ExportFile => ({
  id,
  name,
  state,
  done,
  count: all,
  expiresAt: expiresAt.toISOString() as Instant, // as the contract has moments
})

type ExportArgs = Parsed<typeof exports.start> & { readonly unmasked?: boolean }

/** Of those whom somebody asks for at the same moment each waits for the one before. @throws Refusal `too_many_exports`. */
async function mustBeBelowLimit({ tx, actor }: Context): Promise<void> {
  await lockStaff(tx, actor.id)
  const making = and(eq(exportRows.staffId, actor.id), eq(exportRows.state, 'making'))
  const [others] = await tx.select({ count: count() }).from(exportRows).where(making)
  if (Number(others!.count) >= atOnceMax) throw new Refusal('too_many_exports', { max: atOnceMax })
}

/**
 * Has a file of a listing made, once this call is committed.
 * @throws Refusal `too_many_exports`, `step_up_needed` where the file of the list asks for it, and what the filter and the columns deserve.
 */
export async function createExport(
  listing: Listing,
  source: Source,
  input: ExportArgs,
  context: Context,
): Promise<ExportFile> {
  const { tx, actor, now, requestId, note, afterCommit } = context
  const stepUp = listing.export && stepUpDue(listing.export, context)
  if (stepUp) throw stepUp
  const view = await viewToExport(listing, source, input, context)
  const [rows] = await rowsOf<{ count: number }>(
    tx,
    sql`select count(*)::int as count from ${pruneJoins(source, view.where)} where ${view.where}`,
  )
  const writer = writers[input.format]
  exportBytes(view, input, context, { writer }) // a column that is not there is refused now
  const { name, type } = exportFileName(view, writer, context)
  const asked = { ...input, asOf: input.asOf ?? view.asOf }
  const made: Export = {
    ...newFile(now),
    id: `EX${randomUUID().replaceAll('-', '').slice(0, 24)}` as ExportFile['id'], // made here, and nowhere else
    staffId: actor.id,
    listing: listing.id,
    input: { ...asked, lease: newLease(), reach: reachOf({ listing: listing.id, input: asked }, context) },
    language: languageOf(input.language),
    ...{ name, type, requestId },
    count: rows!.count,
  }
  await mustBeBelowLimit(context) // last: what comes before may take its time
  await tx.insert(exportRows).values(made)
  note({ objectId: made.id, page: listing.requires as string }) // a listing belongs to one page
  afterCommit(async () => {
    launch(made, context)
    return toExportStatus(made)
  })
  return toExportStatus(made)
}
