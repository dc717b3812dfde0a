import { sql } from 'drizzle-orm'
import type { Holiday } from '#contract/holidays.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { holidayRows } from './store.ts'

/** Whoever sees the page sees all of them. */
const everyone = () => sql`true`

/** List source: days on which the business is closed. */
export const holidaySource: Source<Holiday> = {
  table: holidayRows,
  from: sql`${holidayRows}`,
  columns: () => ({
    id: holidayRows.id,
    version: holidayRows.version,
    date: holidayRows.date,
    name: holidayRows.name,
    quiet: holidayRows.quiet,
    changedBy: holidayRows.changedBy,
    createdAt: holidayRows.createdAt,
  }),
  scope: { department: everyone, agency: everyone, group: everyone, own: everyone },
}
