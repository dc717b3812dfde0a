import { sql } from 'drizzle-orm'
import type { Listing } from '#contract/kernel/list.ts'
import type { PageId } from '#contract/menu.ts'
import type { RequestContext } from '#server/kernel/base/request-context.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { type RowSelection, selectionCondition, type ViewQuery, viewOf } from '#server/kernel/listing/view.ts'

/** Whether somebody may read the personal data of a listing in full. */
export const mayUnmask = ({ requires }: Listing, { actor }: Pick<RequestContext, 'actor'>): boolean =>
  actor.may(`${requires as PageId}.reveal`) // a listing belongs to one page

/** What of a listing goes into a file. `unmasked`: with personal data in full, as far as whoever asks for it may. */
type ExportQuery = ViewQuery & RowSelection & { readonly unmasked?: boolean | undefined }

/** The rows of a listing that go into a file, seen by whoever asks for it. */
export async function viewToExport(listing: Listing, source: Source, input: ExportQuery, call: RequestContext) {
  const seen = await viewOf(listing, source, input, call)
  const unmasked = input.unmasked === true && mayUnmask(listing, call)
  return {
    ...seen,
    readContext: { ...seen.readContext, unmasked },
    where: sql`${seen.where} and ${selectionCondition(source, input)}`,
  }
}
