import { sql } from 'drizzle-orm'
import type { ExportRow } from '#contract/exports.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { exportRows } from './store.ts'

/** List source: exports. Roles grant the page for one's own; a file is handed to whoever asked for it in any case. */
export const exportSource: Source<ExportRow> = {
  table: exportRows,
  from: sql`${exportRows}`,
  columns: () => ({
    id: exportRows.id,
    version: sql`1`,
    state: exportRows.state,
    name: exportRows.name,
    listing: exportRows.listing,
    done: exportRows.done,
    count: exportRows.count,
    inFull: sql`coalesce((${exportRows.input} ->> 'unmasked')::boolean, false)`,
    createdAt: exportRows.createdAt,
    expiresAt: exportRows.expiresAt,
  }),
  scope: { own: ({ id }: Actor) => sql`${exportRows.staffId} = ${id}` },
}
