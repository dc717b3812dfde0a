import { sql } from 'drizzle-orm'
import type { Consent } from '#contract/consents.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { customerSource } from '#server/modules/customers/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { consentRows as rows } from './store.ts'

/** List source: consents, of whichever customers somebody may see. */
export const consentSource: Source<Consent> = {
  table: rows,
  from: sql`${rows} join ${customerRows} on ${customerRows.id} = ${rows.customerId}`,
  columns: () => ({
    id: rows.id,
    version: rows.version,
    state: rows.state,
    customerId: rows.customerId,
    name: customerRows.name,
    phone: customerRows.phone,
    document: rows.document,
    documentVersion: rows.documentVersion,
    channel: rows.channel,
    givenAt: rows.givenAt,
    endedAt: rows.endedAt,
    withdrawnBy: rows.withdrawnBy,
    reason: rows.reason,
    recordedBy: rows.recordedBy,
    recordedAt: rows.recordedAt,
  }),
  scope: customerSource.scope,
}
