import { sql } from 'drizzle-orm'
import type { DataUse } from '#contract/data-use.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { dataUseRows } from './store.ts'

/** List source: who had how much personal data. Whoever sees the page sees everybody. */
export const dataUseSource: Source<DataUse> = {
  table: dataUseRows,
  from: sql`${dataUseRows}
    join ${staffRows} on ${staffRows.id} = ${dataUseRows.staffId}
    join ${unitRows} on ${unitRows.id} = ${staffRows.unitId}`,
  columns: ({ t }) => ({
    id: dataUseRows.id,
    date: dataUseRows.date,
    staff: { id: dataUseRows.staffId, name: staffRows.name },
    unit: nameRef(staffRows.unitId, unitRows, t),
    reveals: dataUseRows.reveals,
    exports: dataUseRows.exports,
    exportedRows: dataUseRows.exportedRows,
    copiedRows: dataUseRows.copiedRows,
    documents: dataUseRows.documents,
    rank: dataUseRows.rank,
    countedAt: dataUseRows.countedAt,
  }),
  scope: {},
}
