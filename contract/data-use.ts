import { z } from 'zod'
import { api } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { Id, Instant, LocalDate, Ref } from './kernel/values.ts'

/** Use of personal data on one day by one person: what they had shown to them, and what they took along. */
export const DataUse = z.object({
  id: Id('dataUse'),
  date: LocalDate,
  staff: Ref('staff'),
  unit: Ref('unit'),
  /** Values that were masked, shown. */
  reveals: z.int(),
  /** Files, and the rows in them. */
  exports: z.int(),
  exportedRows: z.int(),
  /** Rows copied from lists, with fields that identify people. */
  copiedRows: z.int(),
  /** Files of a single customer: all that is held about them, their contract, their statement. */
  documents: z.int(),
  /** Their place among all of that day, by all that was shown and taken along; 1 is the most. */
  rank: z.int(),
  countedAt: Instant,
})
export type DataUse = z.output<typeof DataUse>

/** Who revealed, exported, copied and downloaded how much, day by day: counted every night. */
export const dataUse = api('dataUse', {
  list: list('GET /data-use', {
    requires: 'dataUse',
    row: DataUse,
    filter: [
      ...(['id', 'date', 'staff', 'unit', 'reveals', 'exports', 'exportedRows', 'copiedRows', 'documents'] as const),
      ...(['rank', 'countedAt'] as const),
    ],
    sort: ['date', 'rank', 'reveals', 'exports', 'exportedRows', 'copiedRows', 'documents'],
    search: ['id'],
    order: '-date',
    created: 'countedAt',
  }),
})
