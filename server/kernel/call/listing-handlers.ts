import { type Listing, rangeMax } from '#contract/kernel/list.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { exportFile, type FileOptions } from '#server/kernel/export/export-file.ts'
import { viewToExport } from '#server/kernel/export/view-to-export.ts'
import { countOf, idsAt, pageAt } from '#server/kernel/listing/deep-pagination.ts'
import { type FacetQuery, facetOf } from '#server/kernel/listing/facet.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { placeOf, totalsOf } from '#server/kernel/listing/totals.ts'
import { type RowSelection, type ViewQuery, viewOf } from '#server/kernel/listing/view.ts'
import type { Context } from './context.ts'

type ExportInput = ViewQuery & RowSelection & FileOptions
type PageInput = ViewQuery & { from: number; size: number; fields?: readonly string[] }
type Input = ViewQuery & FacetQuery & { from: number; to: number; id: string }

/** Handlers of the calls that are derived from a listing. */
export function listingHandlers(listing: Listing, source: Source) {
  const view = (input: ViewQuery, call: Context) => viewOf(listing, source, input, call)
  async function page({ from, size, fields, ...looking }: PageInput, call: Context) {
    const seen = await view(looking, call)
    const some = fields && { fields: listing.fields.filter(({ name }) => fields.includes(name)) }
    const rows = await pageAt(call.tx, { view: seen, app: call.app }, { from, size, ...some })
    return { rows, asOf: seen.asOf }
  }
  return {
    page,
    sparse: page,
    async count(input: Input, call: Context) {
      return { count: await countOf(call.tx, { view: await view(input, call), app: call.app }) }
    },
    totals: async (input: Input, call: Context) => totalsOf(call.tx, await view(input, call)),
    facet: async (input: Input, call: Context) => ({ values: await facetOf(await view(input, call), input, call) }),
    async range(input: Input, call: Context) {
      const seen = await view(input, call)
      const size = input.to - input.from + 1
      if (size < 1 || size > rangeMax) throw new Refusal('range_too_long', { max: rangeMax })
      return { ids: await idsAt(call.tx, { view: seen, app: call.app }, input.from, size) }
    },
    place: async (input: Input, call: Context) => ({
      place: await placeOf(call.tx, await view(input, call), input.id),
    }),
    export: async (input: ExportInput, call: Context) =>
      exportFile(await viewToExport(listing, source, input, call), input, call),
  }
}
