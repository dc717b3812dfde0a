import { type SQL, sql } from 'drizzle-orm'
import type { Listing } from '#contract/kernel/list.ts'
import type { PageId } from '#contract/menu.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { RequestContext } from '#server/kernel/base/request-context.ts'
import { pruneJoins } from '#server/kernel/listing/prune-joins.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { type RowSelection, selectionCondition, type ViewQuery, viewOf } from '#server/kernel/listing/view.ts'
import { mustBeWithinQuota } from './quota.ts'

/** Whether somebody may read the personal data of a listing in full. */
export const mayUnmask = ({ requires }: Listing, { actor }: Pick<RequestContext, 'actor'>): boolean =>
  actor.may(`${requires as PageId}.reveal`) // a listing belongs to one page

/** What of a listing goes into a file. `unmasked`: with personal data in full, as far as whoever asks for it may. */
type ExportQuery = ViewQuery & RowSelection & { readonly unmasked?: boolean | undefined }

/** Counts no more rows than it takes. @throws Refusal `export_rows_spent`. */
async function mustHaveFewRows(source: Source, where: SQL, { tx, actor }: RequestContext): Promise<void> {
  const max = actor.quotas.exportRows
  if (max === null) return
  const [rows] = await rowsOf<{ count: number }>(
    tx,
    sql`select count(*)::int as count from (select from ${pruneJoins(source, where)} where ${where} limit ${max + 1}) r`,
  )
  mustBeWithinQuota(rows!.count, actor)
}

/**
 * The rows of a listing that go into a file, seen by whoever asks for it.
 * @throws Refusal `export_rows_spent`, and what the filter deserves.
 */
export async function viewToExport(listing: Listing, source: Source, input: ExportQuery, call: RequestContext) {
  const seen = await viewOf(listing, source, input, call)
  const unmasked = input.unmasked === true && mayUnmask(listing, call)
  const where = sql`${seen.where} and ${selectionCondition(source, input)}`
  await mustHaveFewRows(source, where, call)
  return { ...seen, readContext: { ...seen.readContext, unmasked }, where }
}
