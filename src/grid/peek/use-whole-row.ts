import { useQuery } from '@tanstack/react-query'
import { nounOf } from '#src/call/call.ts'
import { silent } from '#src/call/query-client.ts'
import type { GridModel } from '../model/grid-model.ts'
import { fetchRow } from '../model/listing-calls.ts'
import type { Row } from '../model/pages.ts'
import { useDebounced } from './use-timeline.ts'

/** A row with all its fields: those that the list was not read with follow once the cursor rests on it. */
export function useWholeRow({ listing, fields }: GridModel, row: Row | undefined): Row | undefined {
  const isWhole = fields.length === listing.fields.length
  const id = useDebounced(row?.id)
  const { data } = useQuery({
    queryKey: [nounOf(listing), listing.id, 'row', id, row?.version],
    queryFn: ({ signal }) => fetchRow(listing, id!, signal), // not asked for without one
    enabled: !isWhole && id !== undefined && id === row?.id,
    meta: silent,
  })
  return data && row && data.id === row.id ? { ...data, ...row } : row
}
