import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DataRequest } from '#contract/data-requests.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { customerSource } from '#server/modules/customers/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { dataRequestRows as rows } from './store.ts'

const [maker, checker] = [alias(staffRows, 'maker'), alias(staffRows, 'checker')]

/** List source: requests about the personal data of whichever customers somebody may see. */
export const dataRequestSource: Source<DataRequest> = {
  table: rows,
  from: sql`${rows} join ${customerRows} on ${customerRows.id} = ${rows.customerId}
    join ${staffRows} maker on maker.id = ${rows.makerId} left join ${staffRows} checker on checker.id = ${rows.checkerId}`,
  columns: () => ({
    id: rows.id,
    version: rows.version,
    kind: rows.kind,
    state: rows.state,
    customerId: rows.customerId,
    name: customerRows.name,
    reason: rows.reason,
    maker: { id: rows.makerId, name: maker.name },
    checker: { id: rows.checkerId, name: checker.name },
    approvedAt: rows.approvedAt,
    expiresAt: rows.expiresAt,
    count: rows.count,
    kept: rows.kept,
    keptUntil: rows.keptUntil,
  }),
  scope: customerSource.scope,
}
