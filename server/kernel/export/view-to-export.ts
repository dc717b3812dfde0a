import { type SQL, sql } from 'drizzle-orm'
import type { Listing } from '#contract/kernel/list.ts'
import { reachesAsFar } from '#contract/kernel/personal-data.ts'
import type { Requirement } from '#contract/kernel/rights.ts'
import type { PageId } from '#contract/menu.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { RequestContext } from '#server/kernel/base/request-context.ts'
import { pruneJoins } from '#server/kernel/listing/prune-joins.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { type RowSelection, selectionCondition, type ViewQuery, viewOf } from '#server/kernel/listing/view.ts'
import { mustBeWithinQuota } from './quota.ts'

/** The right that a listing is taken along by: one that has no file is only seen. */
export const exportRight = ({ requires, export: file }: Pick<Listing, 'requires' | 'export'>): Requirement =>
  file?.requires ?? requires

/** The right to read the personal data of a listing in full. */
export const unmaskRight = ({ requires }: Pick<Listing, 'requires'>): Requirement => {
  const page = requires as PageId // a listing belongs to one
  return `${page}.reveal`
}

/** Whether somebody may read the personal data of whatever they take along of a listing in full. */
export const mayUnmask = (listing: Listing, { actor }: Pick<RequestContext, 'actor'>): boolean =>
  reachesAsFar(unmaskRight(listing), exportRight(listing), actor)

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
 * The rows of a listing that go into a file, as far as whoever asks for it may take them along: another role may show more.
 * @throws Refusal `export_rows_spent`, and what the filter deserves.
 */
export async function viewToExport(listing: Listing, source: Source, input: ExportQuery, call: RequestContext) {
  const seen = await viewOf({ ...listing, requires: exportRight(listing) }, source, input, call)
  const unmasked = input.unmasked === true && mayUnmask(listing, call)
  const where = sql`${seen.where} and ${selectionCondition(source, input)}`
  await mustHaveFewRows(source, where, call)
  const context = { ...seen.context, listing }
  return { ...seen, context, readContext: { ...seen.readContext, unmasked }, where }
}
