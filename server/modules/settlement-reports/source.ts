import { type Column, sql } from 'drizzle-orm'
import type { SettlementReport } from '#contract/settlement-reports.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { configName } from '#server/modules/provider-configs/steps.ts'
import { providerConfigRows } from '#server/modules/provider-configs/store.ts'
import { providerRows } from '#server/modules/providers/store.ts'
import { settlementItemRows as items } from '#server/modules/settlement-items/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { settlementReportRows as rows } from './store.ts'

const amount = (minor: Column) => ({ minor, currency: rows.currency })
const linesThatAre = (state: 'matched' | 'open') =>
  sql`(select count(*)::int from ${items} where ${items.reportId} = ${rows.id} and ${items.state} = ${state})`

/** List source: settlement reports. As with the books, whoever is of a department sees all of them, and no agency any. */
export const settlementReportSource: Source<SettlementReport> = {
  table: rows,
  from: sql`${rows} join ${providerConfigRows} on ${providerConfigRows.id} = ${rows.configId}
    join ${providerRows} on ${providerRows.id} = ${providerConfigRows.providerId}
    left join ${staffRows} on ${staffRows.id} = ${rows.readBy}`,
  columns: () => ({
    ...{ id: rows.id, version: rows.version },
    config: { id: rows.configId, name: configName },
    ...{ kind: providerRows.kind, file: rows.file, fromDay: rows.fromDay, toDay: rows.toDay, lineCount: rows.lines },
    ...{ matchedCount: linesThatAre('matched'), leftCount: linesThatAre('open') },
    ...{ amount: amount(rows.amountMinor), fee: amount(rows.feeMinor), gst: amount(rows.gstMinor) },
    net: amount(rows.netMinor),
    readBy: { id: rows.readBy, name: staffRows.name },
    createdAt: rows.createdAt,
  }),
  scope: { department: () => sql`true` },
}
