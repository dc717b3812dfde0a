import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { IdOf } from '#contract/kernel/values.ts'
import { changeable, day, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `collectors`: staff who are given cases, one row each. */
export const collectorRows = pgTable(
  'collectors',
  {
    /** Who it is: the id of their account. */
    id: idColumn('collector').primaryKey(),
    ...changeable(),
    /** Whether allocation gives them cases. */
    participates: boolean('participates').notNull().default(true),
    /** Most open cases at once; none: as many as the stage allows. */
    capacity: integer('capacity'),
    addressBookVisible: boolean('address_book_visible').notNull().default(false),
    /** Number of the certificate that lets them collect, and its last day. */
    certificate: text('certificate'),
    certificateUntil: day('certificate_until'),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  () => [check('collectors_capacity_positive', sql`capacity > 0`)],
)

/** Table `collector_stages`: the stages whose cases a collector is given. */
export const collectorStageRows = pgTable(
  'collector_stages',
  {
    collectorId: idColumn('collector', 'collector_id').notNull(),
    stage: text('stage').$type<IdOf<'stage'>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectorId, table.stage] }),
    index('collector_stages_stage').on(table.stage, table.collectorId),
  ],
)
