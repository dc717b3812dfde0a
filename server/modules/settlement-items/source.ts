import { type Column, sql } from 'drizzle-orm'
import type { SettlementItem } from '#contract/settlement-items.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { configName } from '#server/modules/provider-configs/steps.ts'
import { providerConfigRows } from '#server/modules/provider-configs/store.ts'
import { providerRows } from '#server/modules/providers/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { settlementItemRows as rows } from './store.ts'

const amount = (minor: Column) => ({ minor, currency: rows.currency })

/** List source: settlement items. As with the books, whoever is of a department sees all of them, and no agency any. */
export const settlementItemSource: Source<SettlementItem> = {
  table: rows,
  from: sql`${rows} join ${providerConfigRows} on ${providerConfigRows.id} = ${rows.configId}
    join ${providerRows} on ${providerRows.id} = ${providerConfigRows.providerId}
    left join ${staffRows} on ${staffRows.id} = ${rows.explainedBy}`,
  columns: () => ({
    ...{ id: rows.id, version: rows.version, state: rows.state, match: rows.match, kind: rows.kind },
    config: { id: rows.configId, name: configName },
    ...{ reportId: rows.reportId, line: rows.line, gatewayRef: rows.gatewayRef, ownRef: rows.ownRef, utr: rows.utr },
    ...{ amount: amount(rows.amountMinor), booked: amount(rows.bookedMinor) },
    difference: {
      minor: sql`(coalesce(${rows.amountMinor}, 0) - coalesce(${rows.bookedMinor}, 0))`,
      currency: rows.currency,
    },
    ...{ fee: amount(rows.feeMinor), gst: amount(rows.gstMinor), net: amount(rows.netMinor) },
    ...{ completedOn: rows.completedOn, settledOn: rows.settledOn, settlementUtr: rows.settlementUtr },
    ...{ documentId: rows.documentId, loanId: rows.loanId, reason: rows.reason },
    explainedBy: { id: rows.explainedBy, name: staffRows.name },
    ...{ explainedAt: rows.explainedAt, createdAt: rows.createdAt },
  }),
  scope: { department: () => sql`true` },
}
